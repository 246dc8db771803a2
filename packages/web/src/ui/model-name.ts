/** `gpt-4o` of `openai:gpt-4o`: what a model is called, without who serves it. */
export function modelName(id: string): string {
  return id.replace(/^[^:]*:/, '');
}

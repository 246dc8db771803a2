import { textMessage } from '@tenfold/core';
import { sample } from '@tenfold/core/sample';
import { describe, expect, it } from 'vitest';
import { promptPreview } from './prompt-preview.ts';

describe('promptPreview', () => {
  it('is the question itself, with the conversation in its slot', () => {
    const preview = promptPreview(sample, { customPrompt: 'Write the minutes.\n<<{conversation_history}>>' });
    expect(preview?.text.startsWith('Write the minutes.\n<<')).toBe(true);
    expect(preview?.text).not.toContain('{conversation_history}');
    expect(preview?.text.length).toBeGreaterThan(1_000);
    expect(preview?.tokens).toBeGreaterThan(100);
  });
  it('follows template and length', () => {
    const [general, coding] = ['general', 'coding'].map(
      (template) => promptPreview(sample, { template, detail: 'concise' })?.text,
    );
    expect(general).not.toBe(coding);
  });
  it('is nothing where nothing is old enough', () => {
    expect(promptPreview([textMessage('user', 'Hello')], {})).toBeNull();
  });
});

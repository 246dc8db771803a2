/** Models that refuse a temperature. */
const OWN_TEMPERATURE = /(?:^|[/.:-])(?:o[1-9]|gpt-5)/i;

/** The temperature a model is asked for; none where nobody wishes one or the model chooses by itself. */
export function temperatureFor(model: string, wish: number | null): { readonly temperature?: number } {
  return wish === null || OWN_TEMPERATURE.test(model) ? {} : { temperature: wish };
}

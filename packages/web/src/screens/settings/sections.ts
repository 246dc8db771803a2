/** A page of the settings. */
export interface Section {
  readonly id: string;
  readonly label: string;
  readonly about: string;
}

/** All pages, in the order they are shown. */
export const SECTIONS = [
  { id: 'models', label: 'Models', about: 'How much each model can read and write, and where the figures come from.' },
  { id: 'profiles', label: 'Profiles', about: 'The models you talk to: provider, key, prices, and which one writes summaries.' },
  { id: 'tools', label: 'Tools', about: 'Tool servers (MCP) your models may use, and what they may do without asking.' },
  { id: 'thresholds', label: 'Thresholds', about: 'When a conversation is condensed, how far, and what is kept as it is.' },
  { id: 'strategy', label: 'Strategy', about: 'How conversations are condensed unless a session or project says otherwise.' },
  { id: 'passes', label: 'Smart passes', about: 'The steps of the Smart strategy, in the order they run.' },
  { id: 'presets', label: 'Presets', about: 'Ready-made and saved ways to condense that you can apply, change and share.' },
  { id: 'prompts', label: 'Prompts', about: 'What a model is told when it writes a summary.' },
  { id: 'notifications', label: 'Notifications', about: 'What you are told while you work.' },
  { id: 'appearance', label: 'Appearance', about: 'How the app looks on this device.' },
  { id: 'people', label: 'People', about: 'Who shares this server, how much everyone uses, and the tokens they sign in with.' },
  { id: 'data', label: 'Data', about: 'What is stored and for how long, and all settings as one file.' },
  { id: 'about', label: 'About', about: 'Which version this is and where to read more.' },
] as const satisfies readonly Section[];

/** Name of a page. */
export type SectionId = (typeof SECTIONS)[number]['id'];

/** Whether there is a page of that name. */
export function isSection(id: string): boolean {
  return SECTIONS.some((section) => section.id === id);
}

/** The page an address names; models where it names none. */
export function sectionOf(id: string): (typeof SECTIONS)[number] {
  return SECTIONS.find((section) => section.id === id) ?? SECTIONS[0];
}

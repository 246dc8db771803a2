import type { Frame, Message } from '../message.ts';
import talk from './sample.json' with { type: 'json' };

/** What the sample is about, in a line. */
export const sampleTitle: string = talk.title;

/** System text and tools of the sample. */
export const sampleFrame: Frame = talk.frame;

/** Sixty messages of a coding talk with tools: a report, four fixes, two decisions and an open TODO. It ends with a user's request. */
export const sample: readonly Message[] = talk.messages as readonly Message[];

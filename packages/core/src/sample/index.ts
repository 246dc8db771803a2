import type { Frame, Message } from '../message.ts';
import { repair } from './talk-repair.ts';
import { report } from './talk-report.ts';
import { tools } from './tools.ts';

/** What the sample is about, in a line. */
export const sampleTitle = 'A rate limiter lets 140 requests through';

/** System text and tools of the sample. */
export const sampleFrame: Frame = {
  system: `You are a careful programmer working in a repository called sluice, a small rate limiter for Node services.

Work in small steps and say in a sentence or two what you are about to do and why. Read a file before you change it. Prefer the smallest change that is right, and prove it with a test. Never run commands that reach the network or rewrite published history. When a choice is not yours to make, stop and ask; when the user decides, keep to the decision. Report what you measured, not what you expect, and say plainly what is not done.`,
  tools,
};

/** Sixty messages of a coding talk with tools: a report, four fixes, two decisions and an open TODO. It ends with a user's request. */
export const sample: readonly Message[] = [...report, ...repair];

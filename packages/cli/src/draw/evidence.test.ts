import { expect, it } from 'vitest';
import { recordingScreen } from '../testing/recording-terminal.ts';
import { drawEvidence, keptShare, totalEvidence } from './evidence.ts';
import { widthOf } from './width.ts';

const score = { path: { found: 200, kept: 199 }, command: { found: 4, kept: 4 } };
const runs = ['Native', 'Lossless', 'Truncation', 'Smart', 'Speed', 'Quality', 'Cost', 'Balanced'].map((name) => ({
  name,
  evidence: score,
}));

it('never says all while something is missing', () => {
  expect([keptShare(score.path), keptShare(score.command), keptShare(undefined)]).toEqual(['99%', '100%', '–']);
  expect(totalEvidence(score)).toEqual({ found: 204, kept: 203 });
});

it('shows the kinds that were found, names whole at 80 columns', () => {
  const lines = drawEvidence(runs, recordingScreen(), 76);
  expect(lines.map((line) => line.split(/ +/)[0])).toEqual(['facts', 'commands', 'paths', 'all']);
  for (const { name } of runs) expect(lines[0]).toContain(name);
});

it('makes several tables where the columns do not fit beside each other', () => {
  const lines = drawEvidence(runs, recordingScreen(), 36);
  expect(lines.filter((line) => line.startsWith('facts kept')).length).toBe(3);
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(36);
});

it('shows nothing where nothing was found', () => {
  expect(drawEvidence([{ name: 'Native', evidence: {} }], recordingScreen(), 76)).toEqual([]);
});

import { createScreen, type Screen, type Terminal } from '../terminal.ts';

/** A screen that keeps what was written, for tests. */
export interface RecordingScreen extends Screen {
  text(): string;
}

/** A terminal that keeps what was written, for tests. */
export function recordingTerminal(shape: Shape = {}): Terminal & { out: RecordingScreen; err: RecordingScreen } {
  return { out: recordingScreen(shape), err: recordingScreen(shape) };
}

interface Shape {
  readonly colour?: boolean;
  readonly columns?: number;
  readonly live?: boolean;
}

/** A screen of that shape. */
export function recordingScreen({ colour = false, columns = 80, live = false }: Shape = {}): RecordingScreen {
  const written: string[] = [];
  return { ...createScreen((text) => void written.push(text), { columns, colour, live }), text: () => written.join('') };
}

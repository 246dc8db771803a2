import { recordedSessions } from './engine/recorded-sessions.ts';
import { replaySessions } from './engine/replay-sessions.ts';
const r = await replaySessions(recordedSessions(), (t) => process.stderr.write(t + '\n'));
for (const s of r) for (const p of s.replays) console.log(s.name, '|', p.contender, '|', p.free.toFixed(3), p.quarter.toFixed(3), 'ev', p.evidence.toFixed(3), 'breaks', p.breaks, 'largest', p.largest, 'ms', p.ms.toFixed(0));
for (const s of r) for (const f of s.failed) console.log(s.name, f);

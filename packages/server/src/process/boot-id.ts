import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** Names this boot of this machine: what a process of an earlier boot holds is free. */
export function bootId(): string {
  try {
    return `${hostname()} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    // Elsewhere the moment of the boot names it, to the minute, since clocks are set.
    return `${hostname()} ${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
  }
}

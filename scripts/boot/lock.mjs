import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

const beat = 1_000;
// A holder on another machine or in another container cannot be asked whether it lives; it is believed dead after this silence.
const silence = 20 * beat;

/**
 * Runs `work` while no other process holds `file`. Waits for a living holder, breaks the lock of a dead one.
 * @template T
 * @param {string} file
 * @param {(holder: string) => void} waiting told once, with what is known of the holder, when there is one
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, waiting, work) {
  let told = false;
  while (!take(file)) {
    const held = read(file);
    if (held === null) continue;
    if (isDead(file, held)) {
      breakLock(file, held);
      continue;
    }
    if (!told) waiting(held.split(' ')[0] ?? '');
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const release = () => rmSync(file, { force: true });
  const alive = setInterval(() => touch(file), beat);
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    process.off('exit', release);
    release();
  }
}

/** @param {string} file */
function take(file) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, `${process.pid} ${hostname()} ${process.hrtime.bigint()}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * @param {string} file
 * @param {string} held
 */
function isDead(file, held) {
  const [pid, host] = held.split(' ');
  if (quietFor(file) > silence) return true;
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/**
 * Renaming is atomic, so of several that found the same dead holder one gets its lock; what turns out to be a newer lock is put back.
 * @param {string} file
 * @param {string} dead
 */
function breakLock(file, dead) {
  const grave = `${file}.${process.pid}`;
  try {
    renameSync(file, grave);
  } catch {
    return;
  }
  try {
    if (read(grave) !== dead) linkSync(grave, file);
  } catch {
    // Taken again meanwhile: there is a holder, which is all that matters.
  } finally {
    rmSync(grave, { force: true });
  }
}

/** @param {string} file */
function quietFor(file) {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

/** @param {string} file */
function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Broken by somebody who believed us dead; nothing to keep alive.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

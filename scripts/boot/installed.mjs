import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Locked */

/**
 * Whether node_modules holds what package-lock.json asks for: by the mark of our last install, else by npm's own record
 * of what it put there, so that an `npm install` by hand is not done over.
 * @param {string} folder
 */
export function isInstalled(folder) {
  if (readText(markOf(folder)) === fingerprint(folder)) return true;
  const wanted = readLock(path.join(folder, 'package-lock.json'));
  const present = readLock(path.join(folder, 'node_modules', '.package-lock.json'));
  if (wanted === null || present === null) return false;
  const complete = Object.entries(wanted)
    .filter(([place]) => place.includes('node_modules/'))
    .every(([place, locked]) => satisfies(present[place], locked));
  if (complete) markInstalled(folder);
  return complete;
}

/**
 * Remembers that node_modules matches the lock as it is now.
 * @param {string} folder
 */
export function markInstalled(folder) {
  try {
    mkdirSync(path.dirname(markOf(folder)), { recursive: true });
    writeFileSync(markOf(folder), fingerprint(folder));
  } catch {
    // A checkout that cannot be written is compared again next time.
  }
}

/**
 * @param {Locked | undefined} found
 * @param {Locked} locked
 */
function satisfies(found, locked) {
  if (found === undefined) return locked.optional === true && !mustBeHere(locked);
  return locked.link === true ? found.link === true : found.version === locked.version && found.integrity === locked.integrity;
}

/**
 * An optional package made for this very platform. Which libc a Linux has is not asked: npm knows.
 * @param {Locked} locked
 */
function mustBeHere({ os, cpu, libc }) {
  if (libc !== undefined || (os === undefined && cpu === undefined)) return false;
  return (os === undefined || os.includes(process.platform)) && (cpu === undefined || cpu.includes(process.arch));
}

/** @param {string} folder */
function markOf(folder) {
  return path.join(folder, 'node_modules', '.tenfold-installed');
}

/** @param {string} folder */
function fingerprint(folder) {
  const lock = readFileSync(path.join(folder, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
}

/**
 * @param {string} file
 * @returns {Record<string, Locked> | null}
 */
function readLock(file) {
  const text = readText(file);
  if (text === null) return null;
  try {
    return JSON.parse(text).packages ?? null;
  } catch {
    return null;
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { BootFailed } from './message.mjs';

const windows = process.platform === 'win32';
/** @type {readonly NodeJS.Signals[]} */
const forwardedHeaders = windows ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
const timeoutMs = 10_000;

/**
 * Runs a program as if it were this one: signals reach it, it does not outlive our parent, its end is ours.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} its exit code, or 128 + the number of the signal that ended it
 */
export function runChild(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    const passing = passSignals(child);
    const stopWatching = stopWhenOrphaned(child, passing.told);
    const settle = () => {
      passing.stop();
      stopWatching();
    };
    child.on('error', (error) => {
      settle();
      reject(new BootFailed(`${program} could not be started: ${error.message}.`));
    });
    child.on('exit', (code, signal) => {
      settle();
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignals(child) {
  // A terminal sends Ctrl-C to the child as well; passed on, it would count as pressed twice.
  const fromTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  let told = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    told = true;
    if (signal !== 'SIGINT' || !fromTerminal) child.kill(signal);
  };
  for (const signal of forwardedHeaders) process.on(signal, pass);
  const stop = () => {
    for (const signal of forwardedHeaders) process.off(signal, pass);
  };
  return { stop, told: () => told };
}

/**
 * npm runs scripts in a shell that does not pass SIGTERM on: when npm is stopped, all we see is that our parent is gone.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => boolean} told whether a signal was passed on to it
 */
function stopWhenOrphaned(child, told) {
  const parent = process.ppid;
  let stopping = 0;
  const watch = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    // One that has been told to stop is not told again: it would take that for impatience.
    if (stopping === 0 && !told()) child.kill('SIGTERM');
    stopping ||= Date.now();
    if (Date.now() - stopping > timeoutMs) child.kill('SIGKILL');
  }, 250);
  watch.unref();
  return () => clearInterval(watch);
}

/** @param {number} pid */
function isRunning(pid) {
  // Elsewhere an orphan gets a new parent; Windows keeps the old number, so it has to be asked.
  if (!windows) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

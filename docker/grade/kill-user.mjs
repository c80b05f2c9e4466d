// Kills all processes of a user.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/**
 * Stops all processes before it kills them: a stopped process cannot fork, but a killed one makes room
 * for another one below the process limit. Returns whether none is left.
 */
export async function killAll(uid) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(5)) {
    for (let round = 0; round < 50; round += 1) {
      const running = processesOf(uid).filter(({ state }) => state !== 'T' && state !== 't');
      if (running.length === 0) break;
      for (const { pid } of running) signal(pid, 'SIGSTOP');
    }
    const alive = processesOf(uid);
    if (alive.length === 0) return true;
    for (const { pid } of alive) signal(pid, 'SIGKILL');
  }
  return false;
}

/** Lists processes with the user as any of their ids, without zombies. */
function processesOf(uid) {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      const state = /^State:\t(\S)/m.exec(status)?.[1] ?? '';
      const ids = /^Uid:\t(.*)$/m.exec(status)?.[1]?.split('\t') ?? [];
      const isDead = state === 'Z' || state === 'X';
      return !isDead && ids.includes(String(uid)) ? [{ pid: Number(pid), state }] : [];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it ended meanwhile
  }
}

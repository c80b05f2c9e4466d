import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Digest, ProfileName } from '@refbench/contracts';
import { digestOf, parseJson } from '@refbench/files';
import { z } from 'zod';
import type { EngineInfo } from '../engine-info.ts';

const FILE = fileURLToPath(new URL('../../data/seccomp.json', import.meta.url));

const TEXT = readText();

/** Of the calls that an agent and a suite may make of the kernel; stands in every attempt's record. */
export const SECCOMP_DIGEST: Digest = digestOf(JSON.parse(TEXT));

/**
 * The security option of a profile. What engines let through by default differs between their
 * versions, so code that nobody trusts gets a list of our own; a build keeps the engine's.
 */
export function seccompOption(profile: ProfileName, engine: Pick<EngineInfo, 'kind'>): string[] {
  if (profile === 'build') return [];
  // Docker wants the text, and takes a path for one; Podman wants a path of its own host.
  return [`seccomp=${engine.kind === 'podman' ? FILE : TEXT}`];
}

/** One line, so that what an engine answers can be compared byte by byte. */
function readText(): string {
  const parsed = parseJson(
    readFileSync(FILE, 'utf8'),
    z.looseObject({ syscalls: z.array(z.unknown()) }),
  );
  if (parsed.kind === 'invalid') throw new Error(`${FILE} is damaged: ${parsed.reason}`);
  return JSON.stringify(parsed.value);
}

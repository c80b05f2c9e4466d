import { readFileSync } from 'node:fs';
import type { Digest, ProfileName } from '@refbench/contracts';
import { digestOf, parseJson } from '@refbench/base';
import { SECCOMP_FILE } from '@refbench/docker';
import { z } from 'zod';
import type { EngineInfo } from '../contract/engine-info.ts';

const TEXT = readText();

/**
 * Digest of the list of system calls that agents and test suites may use. It is part of the record
 * of every attempt.
 */
export const SECCOMP_DIGEST: Digest = digestOf(JSON.parse(TEXT));

/**
 * Returns the security option of a profile. The defaults of engines differ between versions, so
 * untrusted code gets a list of this package. Builds keep the default of the engine.
 */
export function seccompOption(profile: ProfileName, engine: Pick<EngineInfo, 'kind'>): string[] {
  if (profile === 'build') return [];
  // Docker expects the content. Podman expects a path on its host.
  return [`seccomp=${engine.kind === 'podman' ? SECCOMP_FILE : TEXT}`];
}

/** Reads the list as one line, so that the response of an engine can be compared byte by byte. */
function readText(): string {
  const parsed = parseJson(
    readFileSync(SECCOMP_FILE, 'utf8'),
    z.looseObject({ syscalls: z.array(z.unknown()) }),
  );
  if (parsed.kind === 'invalid') throw new Error(`${SECCOMP_FILE} is damaged: ${parsed.reason}`);
  return JSON.stringify(parsed.value);
}

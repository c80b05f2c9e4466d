import { DEFAULT_LIMITS, RefbenchError } from '@refbench/contracts';
import { BUILD_FOLDER } from '@refbench/docker';
import type { Engine } from '@refbench/sandbox';
import { describeEnd, tailOf } from '../builds/step-report.ts';
import type { BaseImage } from './base-image.ts';
import { imageDefinition, type ImageDefinitions } from './image-definitions.ts';

/** One check of an image. */
interface ImageCheck {
  readonly check: string;
  readonly ok: boolean;
  /** The last line of the check's output. */
  readonly detail: string;
}

export interface ImageEvidence {
  readonly checks: readonly ImageCheck[];
  /** The packages of the distribution as `name version architecture`, sorted. */
  readonly packages: readonly string[];
}

/**
 * Runs an image offline as its unprivileged user and checks each toolchain in `provides` of its
 * definition: the version, and a small program that is compiled, tested and run.
 * @throws RefbenchError kind `image` if the checks do not finish
 */
export async function verifyImage(
  engine: Engine,
  image: Pick<BaseImage, 'name' | 'imageId'>,
  definitions: ImageDefinitions,
  signal?: AbortSignal,
): Promise<ImageEvidence> {
  const { provides } = imageDefinition(definitions, image.name);
  const expected = Object.entries(provides).map(([program, version]) => `${program}=${version}`);
  await using created = await engine.createContainer({
    profile: 'agent',
    image: image.imageId,
    command: ['/bin/bash', '/refbench/verify.sh', ...expected],
    env: {},
    workingDir: '/testbed',
    limits: DEFAULT_LIMITS.agent,
    mounts: [{ source: BUILD_FOLDER, target: '/refbench' }],
    writable: ['/testbed', '/home/bench'],
    labels: { run: 'images', instance: image.name, attempt: '0', phase: 'verify' },
  });
  await using running = await created.start(signal === undefined ? {} : { signal });
  await using stopped = await running.ended;
  if (stopped.end.kind === 'exited' && stopped.end.exitCode === 0) {
    return parseEvidence(stopped.log.bytes.toString('utf8'));
  }
  signal?.throwIfAborted();
  throw new RefbenchError({
    kind: 'image',
    message: `verifying base image ${image.name} ${describeEnd(stopped.end)}:\n${tailOf(stopped.log.bytes)}`,
    hint: 'check that the engine can run containers, then rebuild the image',
  });
}

/** Parses the output of container/verify.sh. Other lines are ignored. */
export function parseEvidence(text: string): ImageEvidence {
  const checks: ImageCheck[] = [];
  const packages: string[] = [];
  for (const line of text.split('\n')) {
    const [kind, name, detail, ...rest] = line.split('\t');
    if (rest.length > 0 || name === undefined) continue;
    if (kind === 'package' && detail === undefined) packages.push(name);
    if ((kind === 'ok' || kind === 'fail') && detail !== undefined) {
      checks.push({ check: name, ok: kind === 'ok', detail });
    }
  }
  return { checks, packages: packages.sort() };
}

import { DEFAULT_LIMITS, RefbenchError } from '@refbench/contracts';
import type { Engine } from '@refbench/sandbox';
import { CONTAINER_FOLDER } from '../builds/build-folder.ts';
import { describeEnd, tailOf } from '../builds/step-report.ts';
import type { BaseImage } from './base-image.ts';
import { imageDefinition, type ImageDefinitions } from './image-definitions.ts';

/** One thing that an image must have or do. */
interface ImageCheck {
  readonly check: string;
  readonly ok: boolean;
  /** The last line that the check printed. */
  readonly detail: string;
}

export interface ImageEvidence {
  readonly checks: readonly ImageCheck[];
  /** `name version architecture` of each package of the distribution, sorted. */
  readonly packages: readonly string[];
}

/**
 * Runs an image offline as its unprivileged user and tries each toolchain that its definition
 * `provides`: version, and a small program that is compiled, tested and run.
 * @throws RefbenchError kind `image` where the checks themselves do not come to an end
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
    mounts: [{ source: CONTAINER_FOLDER, target: '/refbench' }],
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
    hint: 'see that the engine runs containers; then build the image anew',
  });
}

/** Lines of container/verify.sh; anything else is passed over. */
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

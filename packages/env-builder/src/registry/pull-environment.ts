import { RefbenchError, type Digest } from '@refbench/contracts';
import { LeaksFound, leaksOf, type LeakReport } from '@refbench/leak-gate';
import type { InspectedImage } from '@refbench/sandbox';
import {
  ENVIRONMENT_LABEL,
  uncheckedReference,
  type EnvironmentRequest,
} from '../environments/build-environment-image.ts';
import { removeEnvironment } from '../environments/dependency-layer.ts';
import {
  checkLeaks,
  identifyEnvironment,
  type EnvironmentIdentity,
} from '../environments/environment.ts';
import type { ImageLock } from './image-lock.ts';
import { environmentNames } from './environment-names.ts';
import { readEvidenceImage, type ImageEvidence } from './image-evidence.ts';
import { baseRepository } from './push-base-image.ts';
import type { Registry } from './registry.ts';

/** What a pull did for an instance. */
export interface PulledEnvironment {
  readonly instance: string;
  readonly state: 'pulled' | 'present';
  readonly recipe: Digest;
  readonly environment: Digest;
  /** Id of the image on this engine. */
  readonly image: string;
  /** The report of the search on this host. */
  readonly leaks: LeakReport;
}

/**
 * Pulls the environment of an instance that someone pushed. It must be the image for exactly the recipe,
 * base commit and base image of this instance, its leak report must be about this image and instance, and
 * the leak gate must find nothing in it on this host. Otherwise the image is removed.
 * @param lock what was pushed; without it, the tags in the registry decide
 * @throws RefbenchError kinds `image`, `engine`, `invalid-file`
 */
export async function pullEnvironment(
  request: EnvironmentRequest,
  registry: Registry,
  lock: ImageLock | undefined,
): Promise<PulledEnvironment> {
  const { engine, instance, options } = request;
  const identity = await identifyEnvironment(request);
  const { digest, recipe, reference } = identity;
  const named = await engine.inspectImage(reference);
  const isPresent = named?.labels[ENVIRONMENT_LABEL] === digest;
  const arrived = isPresent ? undefined : await fetchImages(request, registry, identity, lock);
  const { environment, leaks } = await checkLeaks(request, { again: arrived !== undefined });
  if (!leaks.clean) {
    await removeEnvironment(engine, environment.imageId, [uncheckedReference(reference)]);
    const found = leaksOf(leaks);
    const [first] = found;
    throw new RefbenchError({
      kind: 'image',
      message: `instance ${instance.id}: the pulled image leaks the golden commit or a secret, and was removed; the first leak is ${first?.path ?? ''}: ${first?.witness ?? ''}`,
      hint: 'tell those who pushed it, and build it here: refbench env check',
      cause: new LeaksFound(found),
    });
  }
  options.onProgress?.('the leak gate found nothing');
  return {
    instance: instance.id,
    state: isPresent ? 'present' : 'pulled',
    recipe,
    environment: digest,
    image: environment.imageId,
    leaks,
  };
}

/** Pulls and verifies both images, and gives them the names that they have before the leak gate. */
async function fetchImages(
  request: EnvironmentRequest,
  registry: Registry,
  identity: EnvironmentIdentity,
  lock: ImageLock | undefined,
): Promise<ImageEvidence> {
  const { engine, instance, options } = request;
  const names = environmentNames(registry, instance.id, {
    recipe: identity.recipe,
    environment: identity.digest,
  });
  const pinned = lock?.images[identity.digest]?.evidence;
  if (lock !== undefined && pinned === undefined) {
    throw new RefbenchError({
      kind: 'image',
      message: `the lock file has no image for the present recipe of ${instance.id}`,
      hint: 'push it with refbench images push and the same --lock, or build it here: refbench env check',
    });
  }
  const reference = pinned === undefined ? names.evidence : `${names.repository}@${pinned}`;
  const evidence = await fetchEvidence(request, registry, { reference, identity });
  options.onProgress?.(`pulling ${names.image}`);
  const pulled: string[] = [];
  const pull = async (repository: string, manifest: Digest): Promise<InspectedImage> => {
    const reference = `${repository}@${manifest}`;
    await engine.pullImage(reference, registry.auth);
    pulled.push(reference);
    const image = await engine.inspectImage(reference);
    if (image === undefined) throw notThatImage(reference, 'it was removed meanwhile');
    return image;
  };
  try {
    const base = await pull(baseRepository(registry, evidence.base.name), evidence.base.manifest);
    const image = await pull(names.repository, evidence.manifest);
    requireImages(identity, evidence, { base, image, name: names.image });
    if ((await engine.inspectImage(identity.base.reference)) === undefined) {
      await engine.tagImage(base.id, identity.base.reference);
    }
    await engine.tagImage(image.id, uncheckedReference(identity.reference));
  } finally {
    // The names of the registry were only needed for the transfer; a refused image has no other.
    for (const reference of pulled) await engine.removeImage(reference);
  }
  return evidence;
}

async function fetchEvidence(
  { engine, instance }: EnvironmentRequest,
  registry: Registry,
  { reference, identity }: { readonly reference: string; readonly identity: EnvironmentIdentity },
): Promise<ImageEvidence> {
  await engine.pullImage(reference, registry.auth);
  let evidence: ImageEvidence | undefined;
  try {
    evidence = await readEvidenceImage(engine, reference);
  } finally {
    await engine.removeImage(reference);
  }
  if (evidence === undefined) throw notThatImage(reference, 'it has no valid leak report');
  const { leaks } = evidence;
  const faults: readonly (readonly [boolean, string])[] = [
    [evidence.instance !== instance.id, `it is of instance ${evidence.instance}`],
    [evidence.recipe !== identity.recipe, 'it is of another recipe'],
    [evidence.environment !== identity.digest, 'it is of another base commit or base image'],
    [evidence.base.digest !== identity.base.digest, 'its base image is another one'],
    [evidence.base.name !== identity.base.name, 'its base image is another one'],
    [leaks.instance !== instance.id, `its leak report is about ${leaks.instance}`],
    [leaks.golden !== instance.golden, 'its leak report is about another golden commit'],
    [leaks.image !== evidence.image, 'its leak report is about another image'],
    [!leaks.clean, 'its leak report lists leaks'],
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (fault !== undefined) throw notThatImage(reference, fault[1]);
  return evidence;
}

/** Both images say what they are for, and one stands on the other. */
function requireImages(
  identity: EnvironmentIdentity,
  evidence: ImageEvidence,
  {
    base,
    image,
    name,
  }: { readonly base: InspectedImage; readonly image: InspectedImage; readonly name: string },
): void {
  const faults: readonly (readonly [boolean, string])[] = [
    [image.id !== evidence.image, 'its id is not that of its leak report'],
    [base.id !== evidence.base.image, 'the id of its base image is not that of its leak report'],
    [image.labels[ENVIRONMENT_LABEL] !== identity.digest, 'its label names another environment'],
    [image.labels['refbench.recipe'] !== identity.recipe, 'its label names another recipe'],
    [base.labels['refbench.digest'] !== identity.base.digest, 'its base image is another one'],
    [
      base.layers.some((layer, index) => image.layers[index] !== layer),
      'it does not stand on its base image',
    ],
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (fault !== undefined) throw notThatImage(name, fault[1]);
}

function notThatImage(reference: string, problem: string): RefbenchError {
  return new RefbenchError({
    kind: 'image',
    message: `${reference} is not the image for this instance: ${problem}; it was removed`,
    hint: 'push it again with refbench images push, or build it here: refbench env check',
  });
}

import { openInstanceRepository } from '@refbench/instances';
import { readLicences } from '@refbench/code-facts';
import { gateOf, type GateContext, type GateResult } from './gate.ts';

/**
 * Checks that both commits can be read, that base is golden's first parent, and that the licence of
 * base is the one that instance.yaml states. It must be open, unless the instance is private.
 */
export async function checkSource({ workspace, entry, signal }: GateContext): Promise<GateResult> {
  const { instance } = entry;
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const { parents } = await repository.readCommit(instance.golden);
  const found = await (await readLicences()).ofTree(repository, instance.base);
  const problems = [
    ...(parents[0] === instance.base ? [] : ["base is not golden's first parent"]),
    ...(instance.category === 'unknown' ? ['instance.yaml states no category'] : []),
    ...(found.open || instance.private === true
      ? []
      : [`the licence of base is "${found.id}", which is not a known open one`]),
    ...(found.id === instance.licence
      ? []
      : [`instance.yaml states the licence ${instance.licence}, but base has ${found.id}`]),
  ];
  return gateOf(problems, [`${instance.repository.name}, ${found.id}`]);
}

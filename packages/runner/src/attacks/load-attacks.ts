import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attackClassSchema,
  attackFileSchema,
  didYouMean,
  RefbenchError,
  type Attack,
  type AttackClass,
} from '@refbench/contracts';
import { readYamlFile } from '@refbench/base';

/** An attack with its class. */
export type ClassifiedAttack = Attack & { readonly class: AttackClass };

/**
 * Reads the attacks of a folder, in the order of their classes and ids.
 * @param classes only these; all if undefined
 * @throws RefbenchError kind `invalid-file` for an invalid file or an id that occurs twice, kind `usage` for an
 * unknown class or a folder without attacks
 */
export async function loadAttacks(
  folder: string,
  classes: readonly string[] | undefined,
): Promise<readonly ClassifiedAttack[]> {
  const known: readonly string[] = attackClassSchema.options;
  for (const name of classes ?? []) {
    if (!known.includes(name)) throw unknownClass(name, known);
  }
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.yaml'));
  const attacks: ClassifiedAttack[] = [];
  const files = new Map<string, string>();
  for (const name of names.sort()) {
    const path = join(folder, name);
    const file = await readYamlFile(path, attackFileSchema);
    for (const attack of file.attacks) {
      const other = files.get(attack.id);
      if (other !== undefined) throw twice(path, other, attack.id);
      files.set(attack.id, path);
      if (classes === undefined || classes.includes(file.class)) {
        attacks.push({ ...attack, class: file.class });
      }
    }
  }
  if (attacks.length > 0) return attacks;
  throw new RefbenchError({
    kind: 'usage',
    message: `${folder} contains no attack${classes === undefined ? '' : ` of class ${classes.join(', ')}`}`,
    hint: 'specify the folder of the corpus with --attacks-dir, and an existing --class',
  });
}

function unknownClass(name: string, known: readonly string[]): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `there is no class ${name}${didYouMean(name, known)}`,
    hint: `the classes are: ${known.join(', ')}`,
  });
}

function twice(path: string, other: string, id: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: the id ${id} occurs twice, also in ${other}`,
    hint: 'give each attack an id of its own',
  });
}

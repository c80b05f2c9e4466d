import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instanceSchema, type Instance } from '@refbench/contracts';

/** The fields of an instance that a test sets. Every other field has a default. */
export interface InstanceFixture {
  readonly base?: string;
  readonly golden?: string;
  readonly base_image?: string;
  readonly manifests?: readonly string[];
  readonly category?: string;
  readonly suite?: Instance['environment']['suite'];
  readonly programs?: Instance['environment']['programs'];
  /** Files of `environment/`. Existing files that are not listed remain. */
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Writes `instance.yaml` (as JSON, which is valid YAML) and the scripts of an instance. */
export async function writeInstance(
  directory: string,
  fixture: InstanceFixture,
): Promise<Instance> {
  const base = fixture.base ?? '1'.repeat(40);
  const instance = {
    schema: 1,
    id: `refbench__fixture-${base.slice(0, 8)}`,
    repository: { name: 'refbench/fixture', path: 'repository' },
    base,
    golden: fixture.golden ?? '2'.repeat(40),
    language: 'javascript',
    category: fixture.category ?? 'rename',
    licence: 'MIT',
    provenance: 'made for a test',
    environment: {
      base_image: fixture.base_image ?? 'debian',
      manifests: fixture.manifests ?? [],
      suite: fixture.suite,
      programs: fixture.programs,
    },
  };
  await mkdir(join(directory, 'environment'), { recursive: true });
  await writeFile(join(directory, 'instance.yaml'), JSON.stringify(instance));
  for (const [name, text] of Object.entries(fixture.scripts ?? {})) {
    await writeFile(join(directory, 'environment', name), text);
  }
  return instanceSchema.parse(instance);
}

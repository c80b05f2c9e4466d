import { fileURLToPath } from 'node:url';
import { readYamlFile } from '@refbench/base';
import { z } from 'zod';

const FILE = fileURLToPath(new URL('../data/languages.yaml', import.meta.url));

const languageFileSchema = z.strictObject({
  schema: z.literal(1),
  languages: z.array(
    z.strictObject({
      name: z.string(),
      benchmark: z.string().optional(),
      extensions: z.array(z.string()).min(1),
    }),
  ),
});

export interface Languages {
  /** The language of a path. Undefined if it is not code. */
  readonly of: (path: string) => string | undefined;
  /** The name of the language in an instance. Undefined if instances cannot use the language. */
  readonly benchmarkName: (language: string) => string | undefined;
}

/** Returns the file extensions of each language, without the dot. */
export async function readExtensions(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { languages } = await readYamlFile(FILE, languageFileSchema);
  return new Map(languages.map(({ name, extensions }) => [name, extensions]));
}

export async function readLanguages(): Promise<Languages> {
  const { languages } = await readYamlFile(FILE, languageFileSchema);
  const byExtension = new Map(
    languages.flatMap(({ name, extensions }) => extensions.map((each) => [each, name] as const)),
  );
  const benchmark = new Map(languages.map(({ name, benchmark }) => [name, benchmark]));
  return {
    of: (path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const dot = name.lastIndexOf('.');
      return dot <= 0 ? undefined : byExtension.get(name.slice(dot + 1).toLowerCase());
    },
    benchmarkName: (language) => benchmark.get(language),
  };
}

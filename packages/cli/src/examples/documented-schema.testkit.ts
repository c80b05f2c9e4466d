import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The schemas of `docs/json-output.md`, by name, as a reader of the page would use them. */
export async function documentedSchemas(root: string): Promise<ReadonlyMap<string, z.ZodType>> {
  const page = await readFile(join(root, 'docs/json-output.md'), 'utf8');
  const sections = page.matchAll(/^## (\S+)\n[\s\S]*?```json\n([\s\S]*?)```/gm);
  return new Map(
    [...sections].map(([, name = '', text = '']) => [
      name,
      z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]),
    ]),
  );
}

/** What in an output contradicts its schema: a line each; empty where all is as documented. */
export function contradictions(
  output: string,
  form: 'object' | 'lines',
  schema: z.ZodType,
): readonly string[] {
  const texts = form === 'object' ? [output] : output.split('\n').filter((line) => line !== '');
  return texts.flatMap((text) => {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? [] : [z.prettifyError(parsed.error)];
  });
}

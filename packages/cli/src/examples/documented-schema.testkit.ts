import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Parses the schemas in `docs/json-output.md`, by name. */
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

/** Lists the violations of the schema in an output. */
export function schemaViolations(
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

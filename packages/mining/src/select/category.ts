import { readYamlFile } from '@refbench/files';
import { z } from 'zod';
import { dataFile } from '../data-file.ts';
import { wordExpression } from '../first/keywords.ts';

const categoryFileSchema = z.strictObject({
  schema: z.literal(1),
  categories: z.array(z.strictObject({ name: z.string(), words: z.array(z.string()).min(1) })),
});

export async function readCategories(): Promise<(title: string) => string> {
  const { categories } = await readYamlFile(dataFile('categories.yaml'), categoryFileSchema);
  const compiled = categories.map(({ name, words }) => ({
    name,
    expressions: words.map((word) => wordExpression({ word, also: [], exact: false }).expression),
  }));
  return (title) =>
    compiled.find(({ expressions }) => expressions.some((each) => each.test(title)))?.name ??
    'basic';
}

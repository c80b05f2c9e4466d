import { readYamlFile } from '@refbench/base';
import { z } from 'zod';
import { dataFile } from '../commit/data-file.ts';
import { compileKeyword } from '../event-filter/keywords.ts';
import { TextWords } from '../event-filter/text-words.ts';

const categoryFileSchema = z.strictObject({
  schema: z.literal(1),
  categories: z.array(z.strictObject({ name: z.string(), words: z.array(z.string()).min(1) })),
  /** Kinds that no word of a title tells. */
  by_hand: z.array(z.string()),
});

/** The category of a change that none of the words describes. */
const BASIC = 'basic';

export async function readCategories(): Promise<(title: string) => string> {
  const { categories } = await readYamlFile(dataFile('categories.yaml'), categoryFileSchema);
  const compiled = categories.map(({ name, words }) => ({
    name,
    keywords: words.map((word) => compileKeyword({ word, also: [], exact: false })),
  }));
  return (title) => {
    const text = new TextWords(title);
    const found = compiled.find(({ keywords }) =>
      keywords.some((keyword) => text.contain(keyword)),
    );
    return found?.name ?? BASIC;
  };
}

/** The names of all categories. */
export async function categoryNames(): Promise<readonly string[]> {
  const file = await readYamlFile(dataFile('categories.yaml'), categoryFileSchema);
  return [...file.categories.map(({ name }) => name), ...file.by_hand, BASIC];
}

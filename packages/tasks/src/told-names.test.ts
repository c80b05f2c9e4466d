import { expect, test } from 'vitest';
import { toldNames } from './told-names.ts';

const TEXT = `# Simplify the relation of products

Remove \`AssignedValue\` and call get_values() with the product, as loadAll does. \`Value.assignment\`
becomes a key of the product:

\`\`\`python
product.values_of(key)
\`\`\`
`;

test('a text tells the names that it marks as code or spells as only a name is', () => {
  expect([...toldNames(TEXT)].sort()).toEqual([
    'AssignedValue',
    'Value',
    'assignment',
    'get_values',
    'loadAll',
    'product',
    'python',
    'values_of',
  ]);
});

test('a word of prose is not the name of anything', () => {
  expect(toldNames('Simplify the Relation of products.').size).toBe(0);
});

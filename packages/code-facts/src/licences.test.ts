import { beforeAll, expect, test } from 'vitest';
import { readLicences, type Licences } from './licences.ts';

let licences: Licences;
beforeAll(async () => {
  licences = await readLicences();
});

test.each([
  [
    'Permission is hereby granted, free of charge, to any person\n obtaining a copy of this software, to deal in it without restriction',
    'MIT',
    true,
  ],
  ['                 Apache License\n           Version 2.0, January 2004', 'Apache-2.0', true],
  ['GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007', 'LGPL-3.0', true],
  ['GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991', 'GPL-2.0', true],
  ['Redistribution and use in source and binary forms, with or without', 'BSD-2-Clause', true],
  [
    'Redistribution and use in source and binary forms ... Neither the name of the author',
    'BSD-3-Clause',
    true,
  ],
  [
    '2. Altered source versions must be plainly marked as such, ...\n3. This notice may not be removed\n   or altered from any source distribution.',
    'Zlib',
    true,
  ],
  ['Business Source License 1.1', 'BUSL-1.1', false],
  ['All rights reserved.', 'unknown', false],
])('%j is %s', (text, id, open) => {
  expect(licences.ofText(text)).toStrictEqual({ id, open });
});

test.each([
  ['MIT', true],
  ['GPL-3.0-or-later', true],
  ['GPL-2.0-only WITH Classpath-exception-2.0', true],
  ['(BUSL-1.1 OR Apache-2.0)', true],
  ['BUSL-1.1 AND Apache-2.0', false],
  ['(MIT OR Apache-2.0) AND BUSL-1.1', false],
  ['unknown', false],
  ['', false],
])('%j is open: %s', (expression, open) => {
  expect(licences.isOpen(expression)).toBe(open);
});

import { expect, test } from 'vitest';
import { terminalLines, terminalText, textTable } from './terminal-text.ts';

test('escape sequences, carriage returns and bidirectional marks are gone', () => {
  expect(terminalText('ok\u001b[2J\u001b]52;c;x\u0007\r\nPASSED\u202e!')).toBe(
    'ok [2J ]52;c;x PASSED !',
  );
});

test('columns line up, numbers to the right', () => {
  expect(
    textTable([
      ['agent', 'Pass'],
      ['golden', '1'],
      ['nop', '0.25'],
    ]),
  ).toBe('agent   Pass\ngolden     1\nnop     0.25');
});

test('lines of source keep their indentation and lose their control characters', () => {
  expect(terminalLines('if (a) {\r\n\tb\u001b[31m;\n  }')).toBe('if (a) {\n    b [31m;\n  }');
});

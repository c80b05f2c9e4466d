import type { MatchCase } from '../opengrep.testkit.ts';
import { ECMA, GO, JAVA, PYTHON } from './taint-sources.testkit.ts';

/** Rules of `mode: taint`; lines as OpenGrep 1.30 reports them. */
export const TAINT_CASES: readonly MatchCase[] = [
  {
    title: 'taint: arguments of a call, past a sanitizer',
    path: 'taint.js',
    source: ECMA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: 'sink(...)' }],
      'pattern-sanitizers': [{ pattern: 'safe(...)' }],
    },
    lines:
      '5-5 11-11 14-14 15-15 17-17 24-24 25-25 26-26 28-28 30-30 32-32 34-34 37-37 43-43 45-45 48-48 49-49 50-50 51-51 52-52 57-57 58-58 59-59 64-64 65-65 65-65 65-65 67-67 68-68 69-69 69-69 69-69 70-70 70-70 71-71 74-74 76-76 76-76 77-77 77-77 78-78 79-79 80-80 81-81 82-82 83-83 84-84 85-85 86-86'.split(
        ' ',
      ),
  },
  {
    title: 'taint: arguments of a call, past a sanitizer',
    path: 'taint.go',
    source: GO,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: 'sink(...)' }],
      'pattern-sanitizers': [{ pattern: 'safe(...)' }],
    },
    lines:
      '8-8 24-24 25-25 26-26 29-29 36-36 39-39 43-43 49-49 53-53 57-57 58-58 61-61 62-62 64-64 66-66 67-67 70-70 73-73 76-76'.split(
        ' ',
      ),
  },
  {
    title: 'taint: arguments of a call, past a sanitizer',
    path: 'taint.py',
    source: PYTHON,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: 'sink(...)' }],
      'pattern-sanitizers': [{ pattern: 'safe(...)' }],
    },
    lines:
      '15-15 19-19 80-80 82-82 85-85 86-86 87-87 88-88 89-89 97-97 98-98 102-102 103-103'.split(
        ' ',
      ),
  },
  {
    title: 'taint: arguments of a call, past a sanitizer',
    path: 'Taint.java',
    source: JAVA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: 'sink(...)' }],
      'pattern-sanitizers': [{ pattern: 'safe(...)' }],
    },
    lines:
      '6-6 18-18 30-30 31-31 33-33 34-34 34-34 37-37 38-38 40-40 40-40 42-42 43-43 44-44 44-44 46-46 46-46 47-47 49-49 49-49 49-49 51-51 51-51 55-55 56-56 57-57'.split(
        ' ',
      ),
  },
  {
    title: 'taint: a field as a source',
    path: 'taint.js',
    source: ECMA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: '$D.content' }],
      'pattern-sinks': [{ pattern: '$FUNC($SINK)' }],
    },
    lines: '72-72 72-72 72-72 72-72 73-73 73-73 73-73'.split(' '),
  },
  {
    title: 'taint: methods of what is tainted',
    path: 'taint.js',
    source: ECMA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: '$SINK.$METHOD(...)' }],
    },
    lines: '44-44 53-53 55-55 56-56 59-59'.split(' '),
  },
  {
    title: 'taint: what is returned',
    path: 'taint.js',
    source: ECMA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: 'return $X' }],
    },
    lines: '39-39 60-60 65-65 73-73 76-76 83-83'.split(' '),
  },
  {
    title: 'taint: a focus, without and with the whole match',
    path: 'taint.js',
    source: ECMA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [
        { patterns: [{ pattern: 'sink($X, ...)' }, { 'focus-metavariable': '$X' }] },
      ],
    },
    lines:
      '5-5 11-11 14-14 15-15 17-17 24-24 25-25 26-26 28-28 30-30 32-32 34-34 37-37 43-43 45-45 47-47 48-48 49-49 50-50 51-51 52-52 57-57 58-58 59-59 64-64 65-65 65-65 65-65 67-67 68-68 69-69 69-69 69-69 70-70 70-70 71-71 74-74 76-76 76-76 77-77 77-77 78-78 79-79 80-80 81-81 82-82 83-83 84-84 85-85 86-86'.split(
        ' ',
      ),
  },
  {
    title: 'taint: parameters',
    path: 'taint.js',
    source: ECMA,
    rule: {
      mode: 'taint',
      'pattern-sources': [
        {
          patterns: [
            { pattern: 'function $F(..., $P, ...) { ... }' },
            { 'focus-metavariable': '$P' },
          ],
        },
      ],
      'pattern-sinks': [{ pattern: 'sink(...)' }],
    },
    lines: '19-19 52-52 54-54 59-59'.split(' '),
  },
  {
    title: 'taint: an exact source',
    path: 'taint.js',
    source: ECMA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)', exact: true }],
      'pattern-sinks': [{ pattern: 'sink(...)' }],
    },
    lines:
      '5-5 11-11 14-14 15-15 17-17 24-24 25-25 26-26 28-28 30-30 32-32 34-34 37-37 43-43 45-45 47-47 48-48 49-49 50-50 51-51 52-52 57-57 58-58 59-59 64-64 65-65 65-65 65-65 67-67 68-68 69-69 69-69 69-69 70-70 70-70 71-71 74-74 76-76 76-76 77-77 77-77 78-78 79-79 80-80 81-81 82-82 83-83 84-84 85-85 86-86'.split(
        ' ',
      ),
  },
  {
    title: 'taint: a field among several arguments',
    path: 'taint.go',
    source: GO,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: '$D.Cfg' }],
      'pattern-sinks': [{ pattern: '$FUNC(..., $SINK, ...)' }],
    },
    lines: '20-20 21-21 22-22 88-88 89-89'.split(' '),
  },
  {
    title: 'taint: every expression',
    path: 'taint.go',
    source: GO,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 's.Do(...)' }],
      'pattern-sinks': [{ pattern: '$SINK' }],
    },
    lines:
      '11-11 12-12 13-13 15-15 15-15 16-16 18-18 19-19 77-77 77-77 78-78 80-80 82-82 82-82 90-90 91-91 94-94 96-96 97-97 98-98'.split(
        ' ',
      ),
  },
  {
    title: 'taint: fields of what is tainted',
    path: 'taint.go',
    source: GO,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: '$SINK.$FIELD' }],
    },
    lines: '25-25 26-26'.split(' '),
  },
  {
    title: 'taint: what is returned',
    path: 'taint.go',
    source: GO,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: 'return ..., $ERR' }],
    },
    lines: '83-83'.split(' '),
  },
  {
    title: 'taint: every expression',
    path: 'taint.py',
    source: PYTHON,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: '$D.content' }],
      'pattern-sinks': [{ pattern: '$SINK' }],
    },
    lines:
      '24-24 25-25 26-26 27-27 28-28 28-28 29-29 30-30 31-31 32-32 33-33 34-34 35-35 37-37 41-41 42-42 43-43 44-44 45-45 46-46 48-48 49-49 50-50 52-52'.split(
        ' ',
      ),
  },
  {
    title: 'taint: several sources and sinks',
    path: 'taint.py',
    source: PYTHON,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: "$X['ca']" }, { pattern: "$X.get('ca', ...)" }],
      'pattern-sinks': [
        { pattern: '$OBJ.load($SINK, ...)' },
        { pattern: '$OBJ.c = $SINK' },
        { pattern: '$FUNC(verify=$SINK, ...)' },
      ],
    },
    lines: '56-56 57-57 58-58 59-59 61-61 64-64 66-66 67-67'.split(' '),
  },
  {
    title: 'taint: imported names, assigned and returned',
    path: 'taint.py',
    source: PYTHON,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'a.b.c' }, { pattern: 'a.b.c(...)' }],
      'pattern-sinks': [{ pattern: '$VAR = $SINK' }, { pattern: 'return $SINK' }],
    },
    lines: '21-21 69-69 72-72 73-73 74-74 75-75 76-76'.split(' '),
  },
  {
    title: 'taint: every expression',
    path: 'Taint.java',
    source: JAVA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: '$O.get()' }],
      'pattern-sinks': [{ pattern: '$SINK' }],
    },
    lines: '12-12 13-13 13-13 14-14 37-37'.split(' '),
  },
  {
    title: 'taint: methods of what is tainted',
    path: 'Taint.java',
    source: JAVA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: 'source(...)' }],
      'pattern-sinks': [{ pattern: '$SINK.$METHOD(...)' }],
    },
    lines: '12-12 14-14 16-16 29-29 31-31 37-37 37-37'.split(' '),
  },
  {
    title: 'taint: constants and new objects as sources',
    path: 'Taint.java',
    source: JAVA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: '$C.FOO' }, { pattern: 'new Foo(...)' }],
      'pattern-sinks': [
        { pattern: '$METHOD($SINK)' },
        { pattern: '$OBJ.$METHOD(..., $SINK, ...)' },
      ],
    },
    lines: '21-21 22-22 23-23 28-28'.split(' '),
  },
  {
    title: 'taint: arguments of a constructor',
    path: 'Taint.java',
    source: JAVA,
    rule: {
      mode: 'taint',
      'pattern-sources': [{ pattern: '$C.FOO' }],
      'pattern-sinks': [{ pattern: 'new $EXC($SINK, ...)' }],
    },
    lines: '24-24'.split(' '),
  },
  {
    title: 'taint: names as sources',
    path: 'Taint.java',
    source: JAVA,
    rule: {
      mode: 'taint',
      'pattern-sources': [
        {
          patterns: [
            { pattern: '$RECORD' },
            { 'metavariable-regex': { metavariable: '$RECORD', regex: '(?i)^.*record.*$' } },
          ],
        },
      ],
      'pattern-sinks': [{ pattern: '$OBJ.add($SINK)' }],
    },
    lines: '6-6 8-8 10-10 11-11'.split(' '),
  },
];

import { expect, test } from 'vitest';
import { detect, draft, reasons } from '../autodetect.testkit.ts';
import { detectAutotools } from './autotools.ts';

test('automake, with a compiler of the time', async () => {
  const recipe = await draft(
    detectAutotools,
    { 'configure.ac': 'AC_INIT([x], [1])', 'Makefile.am': '' },
    { on: '2018-01-01' },
  );
  expect(reasons(recipe)).toEqual([
    'gcc-10: the commit is from 2018-01-01',
    'make check: configure.ac and Makefile.am exist',
  ]);
  expect(recipe.suite?.format).toBe('automake');
  expect(await detect(detectAutotools, { Makefile: '' })).toBeUndefined();
});

test('tools and libraries that configure and the makefiles use', async () => {
  const recipe = await draft(detectAutotools, {
    'configure.ac': `AC_INIT([x], [1])
AX_CXX_COMPILE_STDCXX([11])
AM_GNU_GETTEXT([external])
dnl PKG_CHECK_MODULES([A], [libpng])
PKG_CHECK_MODULES([GLIB], [glib-2.0 >= 2.40 zlib])
AC_CHECK_LIB([crypto], [MD5])
AC_SEARCH_LIBS([initscr], [ncurses curses])`,
    'src/Makefile.am': 'x_SOURCES = parser.y lexer.l\ninfo_TEXINFOS = x.texi',
    'Makefile.am': 'SUBDIRS = src',
    '.gitmodules': `[submodule "modules/oniguruma"]
	path = modules/oniguruma
	url = https://github.com/kkos/oniguruma.git`,
  });
  expect(reasons(recipe)[2]?.split(':')[0]?.split(' ')).toEqual([
    'autoconf-archive',
    'autopoint',
    'bison',
    'flex',
    'gettext',
    'libglib2.0-dev',
    'libncurses-dev',
    'libonig-dev',
    'libssl-dev',
    'texinfo',
    'zlib1g-dev',
  ]);
});

test('what the programs of Automake print is in the files that it keeps', async () => {
  const files = { 'configure.ac': 'AC_INIT([demo], [1])', 'Makefile.am': 'TESTS = all' };
  const recipe = await draft(detectAutotools, files, { adjustments: { printedTests: true } });
  expect(recipe.suite?.format).toBe('test-lines');
  expect(recipe.text('test_command')).toContain('cat "${result%.trs}.log"');
});

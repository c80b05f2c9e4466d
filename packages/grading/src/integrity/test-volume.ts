import { displayPath, type Repository, type Tree } from '@refbench/repos';
import { readSources } from '@refbench/rule-engine';
import { isTestPath } from '@refbench/code-facts';

/** Volume of the test files of a tree, measured by their text. */
export interface TestVolume {
  readonly files: number;
  /** Declarations of test cases. One may stand for many tests. */
  readonly cases: number;
  /** Assertions. */
  readonly assertions: number;
  /** Non-blank lines, including test data. Each may add a test. */
  readonly lines: number;
}

/** it(, test.each(, def test_x, func TestX(t, @Test, #[test], TEST_F(, TEST_CASE( */
const CASES =
  /\b(?:it|test|specify)(?:\.\w+)*\s*[(`]|^\s*(?:async\s+)?def test|^func Test\w*\(|@(?:Parameterized)?Test\b|#\[(?:\w+::)*test\b|\b(?:TEST|TEST_F|TEST_P|TEST_CASE|SCENARIO|BOOST_AUTO_TEST_CASE)\s*\(/gm;

/** assert.equal(, assertEquals(, expect(, x.should, t.Fatal(, EXPECT_EQ(, REQUIRE(, cy.contains( */
const ASSERTIONS =
  /\bassert\w*!?\s*[.(]|^\s*assert\s|\bexpect\w*\s*[.(]|\.should\b|\bshould\s*[.(]|\bt\.(?:is|not|deepEqual|equal|same|ok|true|false|throws|like|snapshot|Error|Errorf|Fatal|Fatalf|Fail|FailNow)\b|\brequire\.[A-Z]\w+\(|\b(?:EXPECT|ASSERT|CHECK|REQUIRE|BOOST)_?\w*\s*\(|\bverify\w*\s*\(|\bpytest\.raises\b/gm;

/** Reads all text files among the test files of a tree. */
export async function testVolume(repository: Repository, tree: Tree): Promise<TestVolume> {
  const paths = [...tree.keys()].filter((path) => isTestPath(displayPath(path)));
  const volume = { files: 0, cases: 0, assertions: 0, lines: 0 };
  for await (const { bytes } of readSources(repository, tree, paths)) {
    const text = bytes.toString('utf8');
    volume.files += 1;
    volume.cases += text.match(CASES)?.length ?? 0;
    volume.assertions += text.match(ASSERTIONS)?.length ?? 0;
    volume.lines += text.match(/^.*\S.*$/gm)?.length ?? 0;
  }
  return volume;
}

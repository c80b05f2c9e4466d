import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
function countsOf(tests) {
	const counts = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	for (const { outcome } of tests) counts[outcome] += 1;
	return {
		...counts,
		total: tests.length
	};
}
function reportBuilder() {
	const tests = [];
	const problems = [];
	const seen = new Map();
	const add = (name, outcome) => {
		const id = name || "(no name)";
		const times = (seen.get(id) || 0) + 1;
		seen.set(id, times);
		if (times === 1) {
			tests.push({
				id,
				outcome
			});
			return;
		}
		let number = times;
		while (seen.has(`${id} #${number}`)) number += 1;
		const renamed = `${id} #${number}`;
		seen.set(renamed, 1);
		tests.push({
			id: renamed,
			outcome
		});
		if (times === 2) problems.push({
			kind: "duplicate",
			unit: id,
			detail: "the id comes again"
		});
	};
	return {
		add,
		problem: (kind, unit, detail) => {
			problems.push({
				kind,
				unit,
				detail
			});
			if (kind === "crashed" || kind === "truncated") add(`${unit} (${kind})`, "failed");
		},
		build: () => ({
			tests,
			problems
		})
	};
}
function mergeReports(reports) {
	const [only] = reports;
	if (only !== void 0 && reports.length === 1) return only;
	const builder = reportBuilder();
	const problems = [];
	for (const report of reports) {
		for (const { id, outcome } of report.tests) builder.add(id, outcome);
		problems.push(...report.problems);
	}
	const merged = builder.build();
	return {
		tests: merged.tests,
		problems: [...problems, ...merged.problems]
	};
}
const OUTCOMES$2 = {
	PASS: "passed",
	XFAIL: "passed",
	FAIL: "failed",
	XPASS: "failed",
	ERROR: "failed",
	SKIP: "skipped"
};
function parseAutomake(text) {
	const report = reportBuilder();
	let listed = 0;
	let total;
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\r$/, "");
		const test = /^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\S.*)$/.exec(line);
		const outcome = test === null ? void 0 : OUTCOMES$2[test[1] || ""];
		if (test !== null && outcome !== void 0) {
			report.add(test[2] || "", outcome);
			listed += 1;
		}
		const summary = /^# TOTAL:\s+(\d+)$/.exec(line);
		if (summary !== null) total = (total || 0) + Number(summary[1]);
	}
	if (total === void 0) report.problem("truncated", "report", "there is no summary");
	else if (total !== listed) report.problem("inconsistent", "report", `# TOTAL is ${total}, but ${listed} are listed`);
	return report.build();
}
function readJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function textOf(object, key) {
	const value = object[key];
	return typeof value === "string" ? value : "";
}
function objectsOf(object, key) {
	const value = object[key];
	return Array.isArray(value) ? value.filter(isObject) : [];
}
function firstLine(text) {
	return (text.trim().split("\n")[0] || "").slice(0, 200);
}
const ENTITIES = {
	lt: "<",
	gt: ">",
	amp: "&",
	quot: "\"",
	apos: "'"
};
const ATTRIBUTE = /([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
function* xmlEvents(text) {
	let at = 0;
	while (at < text.length) {
		const open = text.indexOf("<", at);
		if (open !== at) {
			const end = open === -1 ? text.length : open;
			yield {
				kind: "text",
				text: decode(text.slice(at, end))
			};
			at = end;
			continue;
		}
		const special = specialEnd(text, at);
		if (special !== void 0) {
			if (special.end === -1) {
				yield { kind: "cut" };
				return;
			}
			if (special.cdata) yield {
				kind: "text",
				text: text.slice(at + 9, special.end - 3)
			};
			at = special.end;
			continue;
		}
		const end = tagEnd(text, at);
		if (end === -1) {
			yield { kind: "cut" };
			return;
		}
		yield* tagEvents(text.slice(at + 1, end));
		at = end + 1;
	}
}
function specialEnd(text, at) {
	for (const [begin, close] of [
		["<![CDATA[", "]]>"],
		["<!--", "-->"],
		["<?", "?>"],
		["<!", ">"]
	]) {
		if (!text.startsWith(begin, at)) continue;
		const found = text.indexOf(close, at + begin.length);
		return {
			end: found === -1 ? -1 : found + close.length,
			cdata: begin === "<![CDATA["
		};
	}
}
function tagEnd(text, at) {
	let quote = "";
	for (let index = at + 1; index < text.length; index += 1) {
		const character = text[index] || "";
		if (quote !== "") {
			if (character === quote) quote = "";
		} else if (character === "\"" || character === "'") quote = character;
		else if (character === ">") return index;
	}
	return -1;
}
function* tagEvents(tag) {
	if (tag.startsWith("/")) {
		yield {
			kind: "close",
			name: tag.slice(1).trim()
		};
		return;
	}
	const [name = ""] = /^[^\s/]+/.exec(tag) || [];
	const attributes = new Map();
	const rest = tag.slice(name.length);
	for (const [, key = "", double, single] of rest.matchAll(ATTRIBUTE)) attributes.set(key, decode(double !== void 0 ? double : single || ""));
	yield {
		kind: "open",
		name,
		attributes
	};
	if (tag.endsWith("/")) yield {
		kind: "close",
		name
	};
}
function decode(text) {
	if (!text.includes("&")) return text;
	return text.replace(/&(#x[0-9a-fA-F]+|#\d+|[a-zA-Z]+);/g, (whole, body) => {
		if (!body.startsWith("#")) return ENTITIES[body] || whole;
		const code = body[1] === "x" ? parseInt(body.slice(2), 16) : Number(body.slice(1));
		return code <= 1114111 ? String.fromCodePoint(code) : whole;
	});
}
function parseJunitXml(text) {
	const report = reportBuilder();
	const suites = [];
	let test;
	let sawSuite = false;
	let depth = 0;
	let cut = false;
	for (const event of xmlEvents(text)) {
		if (event.kind === "cut") cut = true;
		if (event.kind === "open") depth += 1;
		if (event.kind === "close") depth -= 1;
		if (event.kind === "open") {
			const { name, attributes } = event;
			if (name === "testsuite") {
				sawSuite = true;
				suites.push(suiteOf(attributes));
			} else if (name === "testsuites") sawSuite = true;
			else if (name === "testcase") test = caseOf(attributes, suites);
			else if (test !== void 0) applyChild(test, name);
			else if (name === "error" && suites.length > 0) {
				const message = attributes.get("message") || "it failed outside its cases";
				report.problem("crashed", nameOf(suites), firstLine(message));
			}
		}
		if (event.kind === "close" && event.name === "testcase" && test !== void 0) {
			report.add(test.id, test.outcome);
			for (const suite of suites) suite.cases += 1;
			test = void 0;
		}
		if (event.kind === "close" && event.name === "testsuite") closeSuite(report, suites.pop());
	}
	if (cut || depth > 0) report.problem("truncated", nameOf(suites), "the document ends in the middle");
	else if (!sawSuite) report.problem("truncated", "report", "it has no test suite");
	return report.build();
}
function suiteOf(attributes) {
	const declared = attributes.get("tests");
	return {
		name: attributes.get("name") || "",
		declared: declared !== void 0 && /^\d+$/.test(declared) ? Number(declared) : void 0,
		cases: 0
	};
}
function nameOf(suites) {
	return suites.map(({ name }) => name).join(" > ") || "report";
}
function caseOf(attributes, suites) {
	const name = attributes.get("name") || "";
	const suite = suites[suites.length - 1];
	const group = attributes.get("classname") || (suite === void 0 ? "" : suite.name);
	const status = (attributes.get("status") || "").toLowerCase();
	const idle = [
		"notrun",
		"disabled",
		"skipped",
		"ignored"
	].includes(status);
	return {
		id: group === "" || group === name ? name : `${group} > ${name}`,
		outcome: idle ? "skipped" : status === "fail" || status === "failed" ? "failed" : "passed"
	};
}
function applyChild(test, name) {
	if (name === "failure" || name === "error") test.outcome = "failed";
	else if (name === "skipped" && test.outcome !== "failed") test.outcome = "skipped";
}
function closeSuite(report, suite) {
	if (suite === void 0 || suite.declared === void 0 || suite.declared === suite.cases) return;
	const detail = `tests="${suite.declared}", but ${suite.cases} cases are there`;
	report.problem("inconsistent", suite.name || "suite", detail);
}
const RESULT = /^ *\d+\/\d+ Test +#\d+: (.*?) \.{3,}(?: +(Passed)\b|[^*.]*\*\*\*(.*)).*$/;
const SUMMARY$1 = /^\d+% tests passed, \d+ tests? failed out of (\d+)/;
function parseCtest(text) {
	return /^\s*</.test(text) ? parseJunitXml(text) : parseCtestText(text);
}
function parseCtestText(text) {
	const report = reportBuilder();
	let ran = 0;
	let total;
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\r$/, "");
		if (line.length > 1e4) continue;
		const test = RESULT.exec(line);
		if (test !== null) {
			const disabled = (test[3] || "").startsWith("Not Run (Disabled)");
			report.add((test[1] || "").trim(), outcomeOf$2(test[2], test[3] || ""));
			if (!disabled) ran += 1;
		}
		const summary = SUMMARY$1.exec(line);
		if (summary !== null) total = Number(summary[1]);
	}
	if (total === void 0) report.problem("truncated", "report", "there is no summary");
	else if (total !== ran) {
		const detail = `${total} tests ran, ${ran} are listed`;
		report.problem(ran < total ? "truncated" : "inconsistent", "report", detail);
	}
	return report.build();
}
function outcomeOf$2(passed, failure) {
	if (passed !== void 0) return "passed";
	return /^(Skipped|Not Run \(Disabled\))/.test(failure) ? "skipped" : "failed";
}
const OUTCOMES$1 = {
	pass: "passed",
	fail: "failed",
	skip: "skipped"
};
function parseGoTestJson(text) {
	const report = reportBuilder();
	const packages = new Map();
	let foreign = 0;
	for (const line of text.split("\n")) {
		if (line.trim() === "") continue;
		const event = line.startsWith("{") ? readJson(line) : void 0;
		if (isObject(event) && textOf(event, "Action") !== "") apply(packages, event);
		else foreign += 1;
	}
	if (foreign > 0) report.problem("unreadable", "report", `${foreign} lines are no events`);
	if (packages.size === 0) report.problem("truncated", "report", "it names no package");
	for (const [name, state] of packages) addPackage(report, name, state);
	return report.build();
}
function apply(packages, event) {
	const name = textOf(event, "Package");
	if (name === "") return;
	const state = packages.get(name) || {
		ended: void 0,
		tests: new Map(),
		hint: ""
	};
	packages.set(name, state);
	const action = textOf(event, "Action");
	const test = textOf(event, "Test");
	const outcome = OUTCOMES$1[action];
	if (test !== "") {
		if (action === "run") state.tests.set(test, void 0);
		else if (outcome !== void 0) state.tests.set(test, outcome);
		return;
	}
	if (action === "start") state.ended = void 0;
	if (outcome !== void 0) state.ended = outcome;
	const output = textOf(event, "Output");
	if (/^(panic: |FAIL\t.*\[|fatal error: |signal: |exit status )/.test(output)) state.hint = state.hint || firstLine(output);
}
function addPackage(report, name, state) {
	let failed = false;
	for (const [test, outcome] of state.tests) {
		report.add(`${name}.${test}`, outcome || "failed");
		if (outcome === void 0 || outcome === "failed") failed = true;
	}
	if (state.ended === void 0) report.problem("truncated", name, "the package never ended");
	else if (state.ended === "failed" && !failed) report.problem("crashed", name, state.hint || "it failed outside its tests");
}
function parseJestJson(text) {
	const report = reportBuilder();
	const root = readJson(text);
	if (!isObject(root) || !Array.isArray(root["testResults"])) {
		report.problem("truncated", "report", "it is no complete report of jest or vitest");
		return report.build();
	}
	for (const file of objectsOf(root, "testResults")) addFile(report, file);
	const built = report.build();
	const declared = root["numTotalTests"];
	const cases = built.tests.filter(({ id }) => !id.endsWith(" (crashed)")).length;
	if (typeof declared === "number" && declared !== cases) report.problem("inconsistent", "report", `numTotalTests is ${declared}, but ${cases} are listed`);
	return report.build();
}
function addFile(report, file) {
	const name = inTree(textOf(file, "name"));
	const cases = objectsOf(file, "assertionResults");
	for (const test of cases) {
		const title = textOf(test, "fullName") || textOf(test, "title");
		report.add(`${name} > ${title.trim()}`, outcomeOf$1(textOf(test, "status")));
	}
	const nothingFailed = cases.every((test) => textOf(test, "status") !== "failed");
	if (textOf(file, "status") === "failed" && nothingFailed) report.problem("crashed", name, firstLine(textOf(file, "message")) || "the file did not run");
}
function outcomeOf$1(status) {
	if (status === "passed" || status === "focused") return "passed";
	return status === "failed" ? "failed" : "skipped";
}
function inTree(path) {
	return path.replace(/^\/testbed\//, "");
}
const CASE = /^test (.+?) \.\.\. (?:.*\b)?(ok|FAILED|ignored|bench:)/;
const SUMMARY = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured;/;
function parseLibtest(text) {
	const report = reportBuilder();
	const binaries = [];
	const seen = new Map();
	const broken = new Set();
	let header = "tests";
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\r$/, "");
		if (line.length > 1e4) continue;
		header = headerOf(line) || header;
		const begin = /^running (\d+) tests?$/.exec(line);
		if (begin !== null) binaries.push(newBinary(header, Number(begin[1]), seen));
		const crate = /^error: could not compile `([^`]+)`/.exec(line);
		if (crate !== null) broken.add(crate[1] || "");
		const binary = binaries[binaries.length - 1];
		if (binary !== void 0 && binary.summary === void 0) readLine(binary, line);
	}
	for (const crate of broken) report.problem("crashed", crate, "it does not compile");
	if (binaries.length === 0 && broken.size === 0) report.problem("truncated", "report", "no test binary ran");
	for (const binary of binaries) addBinary(report, binary);
	return report.build();
}
function headerOf(line) {
	const running = /^\s+Running (?:(unittests) )?(\S+) \((.*)\)$/.exec(line);
	if (running !== null) return `${(running[3] || "").replace(/^.*\//, "").replace(/-[0-9a-f]{16}(\.exe)?$/, "")} ${running[2]}`;
	const documentation = /^\s+Doc-tests (\S+)$/.exec(line);
	return documentation === null ? void 0 : `${documentation[1]} doc-tests`;
}
function newBinary(header, promised, seen) {
	const times = (seen.get(header) || 0) + 1;
	seen.set(header, times);
	return {
		unit: times === 1 ? header : `${header} (${times})`,
		promised,
		named: [],
		summary: void 0
	};
}
function readLine(binary, line) {
	const test = CASE.exec(line);
	if (test !== null) {
		const word = test[2];
		const outcome = word === "FAILED" ? "failed" : word === "ignored" ? "skipped" : "passed";
		binary.named.push({
			name: (test[1] || "").replace(/ - should panic$/, ""),
			outcome
		});
		return;
	}
	const end = SUMMARY.exec(line);
	if (end === null) return;
	const [passed = 0, failed = 0, skipped = 0, measured = 0] = end.slice(1).map(Number);
	binary.summary = {
		passed: passed + measured,
		failed,
		skipped
	};
}
function addBinary(report, binary) {
	const { unit, named, summary } = binary;
	const counts = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	for (const { name, outcome } of named) {
		if (summary !== void 0 && counts[outcome] >= summary[outcome]) continue;
		counts[outcome] += 1;
		report.add(`${unit} > ${name}`, outcome);
	}
	if (summary === void 0) {
		const detail = `it ended after ${named.length} of ${binary.promised} tests`;
		report.problem("crashed", unit, detail);
		return;
	}
	for (const outcome of [
		"passed",
		"failed",
		"skipped"
	]) for (let number = counts[outcome] + 1; number <= summary[outcome]; number += 1) report.add(`${unit} > (unnamed, ${outcome} ${number})`, outcome);
	const total = summary.passed + summary.failed + summary.skipped;
	if (total !== named.length || total !== binary.promised) {
		const detail = `${binary.promised} promised, ${named.length} named, ${total} in its summary`;
		report.problem("inconsistent", unit, detail);
	}
}
function parseMochaJson(text) {
	const report = reportBuilder();
	const root = findReport(text);
	if (root === void 0) {
		report.problem("truncated", "report", "it is no complete report of mocha");
		return report.build();
	}
	const pending = new Set(objectsOf(root, "pending").map(idOf$1));
	const failed = new Set(objectsOf(root, "failures").map(idOf$1));
	const tests = objectsOf(root, "tests");
	for (const test of tests) {
		const id = idOf$1(test);
		const isFailed = failed.has(id) || Object.keys(errorOf(test)).length > 0;
		report.add(id, isFailed ? "failed" : pending.has(id) ? "skipped" : "passed");
	}
	const known = new Set(tests.map(idOf$1));
	for (const hook of objectsOf(root, "failures").filter((test) => !known.has(idOf$1(test)))) report.problem("crashed", idOf$1(hook), textOf(errorOf(hook), "message") || "it failed");
	const declared = isObject(root["stats"]) ? root["stats"]["tests"] : void 0;
	if (typeof declared === "number" && declared !== tests.length) {
		const detail = `stats.tests is ${declared}, but ${tests.length} are listed`;
		report.problem("inconsistent", "report", detail);
	}
	return report.build();
}
function idOf$1(test) {
	const file = textOf(test, "file").replace(/^\/testbed\//, "");
	const title = textOf(test, "fullTitle").trim();
	return file === "" ? title : `${file} > ${title}`;
}
function errorOf(test) {
	return isObject(test["err"]) ? test["err"] : {};
}
function findReport(text) {
	const begin = /\{\s*"stats"\s*:/g;
	let found;
	for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
		const value = readJson(objectAt(text, match.index));
		if (isObject(value) && Array.isArray(value["tests"])) found = value;
	}
	return found;
}
function objectAt(text, begin) {
	let depth = 0;
	let inString = false;
	for (let at = begin; at < text.length; at += 1) {
		const character = text[at];
		if (inString) {
			if (character === "\\") at += 1;
			else if (character === "\"") inString = false;
		} else if (character === "\"") inString = true;
		else if (character === "{") depth += 1;
		else if (character === "}") {
			depth -= 1;
			if (depth === 0) return text.slice(begin, at + 1);
		}
	}
	return text.slice(begin);
}
const POINT = /^( *)(not ok|ok)\b(?:\s+(\d+))?\s*(.*)$/;
const PLAN = /^( *)1\.\.(\d+)\s*(#.*)?$/;
function parseTap(text) {
	return parseTapLines(text, false);
}
function parseTapLines(text, titledByComments) {
	const report = reportBuilder();
	const points = [];
	const titles = [];
	let planned;
	let bailed;
	let yaml;
	let test = "";
	for (const line of text.split("\n")) {
		const bare = line.replace(/\r$/, "");
		if (yaml !== void 0) {
			if (bare === `${yaml}...`) yaml = void 0;
			continue;
		}
		const block = /^( *)---\s*$/.exec(bare);
		if (block !== null) {
			yaml = block[1] || "";
			continue;
		}
		const subtest = /^( *)# Subtest: (.*)$/.exec(bare);
		if (subtest !== null) titles[depthOf(subtest[1] || "")] = (subtest[2] || "").trim();
		else if (titledByComments) test = /^# (?!skip\b)(.*)$/i.exec(bare)?.[1] ?? test;
		const plan = PLAN.exec(bare);
		if (plan !== null && plan[1] === "") planned = Number(plan[2]);
		const bail = /^Bail out!\s*(.*)$/.exec(bare);
		if (bail !== null) bailed = bail[1] || "without a reason";
		const match = POINT.exec(bare);
		if (match !== null) points.push(pointOf(match, titles, test));
	}
	addLeaves(report, points);
	const top = points.filter(({ depth }) => depth === 0).length;
	if (bailed !== void 0) report.problem("crashed", "suite", `it bailed out: ${bailed}`);
	else if (planned === void 0) report.problem("truncated", "report", "there is no plan");
	else if (planned !== top) {
		const missing = `${planned} points are planned, ${top} are there`;
		report.problem(top < planned ? "truncated" : "inconsistent", "report", missing);
	}
	return report.build();
}
function depthOf(indent) {
	return Math.floor(indent.length / 4);
}
function pointOf(match, titles, test) {
	const [, indent = "", word, number = "", rest = ""] = match;
	const depth = depthOf(indent);
	const directive = /(?:^|\s)#\s*(skip|todo)\b/i.exec(rest);
	const own = (directive === null ? rest : rest.slice(0, directive.index)).replace(/\s+#\s*time=.*$/, "").replace(/\s*\{\s*$/, "").replace(/^-\s*/, "").trim() || `test ${number}`;
	const outcome = directive !== null ? "skipped" : word === "ok" ? "passed" : "failed";
	return {
		depth,
		name: [...test === "" ? titles.slice(0, depth) : [test, ...titles.slice(0, depth)], own].join(" > "),
		outcome
	};
}
function addLeaves(report, points) {
	const below = [];
	const at = (depth) => {
		const state = below[depth] || {
			any: false,
			failed: false
		};
		below[depth] = state;
		return state;
	};
	for (const { depth, name, outcome } of points) {
		const children = at(depth);
		const silent = outcome === "failed" && !children.failed;
		if (!children.any || silent) report.add(name, outcome);
		if (depth > 0) {
			const parent = at(depth - 1);
			parent.any = true;
			if (outcome === "failed") parent.failed = true;
		}
		below.splice(depth);
	}
}
function parseTape(text) {
	return parseTapLines(text, true);
}
const OUTCOMES = {
	ok: "passed",
	pass: "passed",
	passed: "passed",
	success: "passed",
	xfail: "passed",
	fail: "failed",
	failed: "failed",
	failure: "failed",
	"not ok": "failed",
	error: "failed",
	xpass: "failed",
	skip: "skipped",
	skipped: "skipped"
};
const LINES = [
	/^(?<outcome>not ok|ok)\s+(?:\d+\s*)?(?:-\s*)?(?<name>\S.*)$/,
	/^(?<outcome>PASS(?:ED)?|FAIL(?:ED)?|SKIP(?:PED)?|XFAIL|XPASS|ERROR|OK):\s+(?<name>\S.*)$/,
	/^\[\s*(?<outcome>PASS(?:ED)?|FAIL(?:ED|URE)?|SKIP(?:PED)?|OK|ok|SUCCESS|ERROR)\s*\]:?\s+(?<name>\S.*)$/,
	/^(?<name>\S.*?)(?:\s*\.{3,}\s*|:\s+|\s+\[\s*)(?<outcome>ok|OK|pass|PASS|passed|PASSED|fail|FAIL|failed|FAILED|skipped|SKIPPED)(?:\s*\])?$/
];
const NO_TEST = /^(checking |\d+ (?:tests?|failed|passed)\b|make(\[\d+\])?:|all tests\b|tests?$)/i;
function parseTestLines(text) {
	const report = reportBuilder();
	const seen = new Set();
	let failed = false;
	let status;
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\u001b\[[\d;]*m/g, "").trimEnd();
		if (line.length > 2e3) continue;
		const end = /^# status (\d+)$/.exec(line);
		if (end !== null) status = Number(end[1]);
		const test = testOf(line.trimStart());
		if (test === void 0 || seen.has(`${test.outcome} ${test.name}`)) continue;
		seen.add(`${test.outcome} ${test.name}`);
		report.add(test.name, test.outcome);
		failed ||= test.outcome === "failed";
	}
	if (status === void 0) report.problem("truncated", "report", "there is no status");
	else if (status !== 0 && !failed) report.problem("crashed", "suite", `it ended with status ${status}, but no test failed`);
	else if (seen.size === 0) report.problem("truncated", "report", "it names no test");
	return report.build();
}
function testOf(line) {
	for (const pattern of LINES) {
		const groups = pattern.exec(line)?.groups;
		if (groups === void 0) continue;
		const name = (groups["name"] || "").replace(/\s*\(?[\d.]+ ?(?:ms|s|sec|us|µs)\)?$/, "").trim();
		const outcome = OUTCOMES[(groups["outcome"] || "").toLowerCase()];
		if (outcome === void 0 || name === "" || NO_TEST.test(name)) return void 0;
		return {
			name,
			outcome: /#\s*(skip|todo)\b/i.test(name) ? "skipped" : outcome
		};
	}
}
const HEAD = /^([\w.]+) \(([\w.<>]+)\)/;
const FIXTURE = /^((?:setUp|tearDown)(?:Class|Module)) \(([\w.<>]+)\) \.\.\. .*ERROR$/;
const END = /\.\.\. (?:.*?)(ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$/;
function parseUnittest(text) {
	const report = reportBuilder();
	let open;
	let named = 0;
	let ran;
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\r$/, "");
		if (line.length > 1e4) continue;
		const fixture = FIXTURE.exec(line);
		if (fixture !== null) {
			report.problem("crashed", fixture[2] || "", `${fixture[1]} failed; its tests did not run`);
			continue;
		}
		const head = HEAD.exec(line);
		if (head !== null) open = idOf(head[1] || "", head[2] || "");
		const end = END.exec(line);
		if (open !== void 0 && end !== null) {
			report.add(open, outcomeOf(end[1] || ""));
			named += 1;
			open = void 0;
		}
		const summary = /^Ran (\d+) tests? in /.exec(line);
		if (summary !== null) ran = (ran || 0) + Number(summary[1]);
	}
	if (ran === void 0) report.problem("truncated", "report", "there is no summary");
	else if (ran !== named) {
		const unnamed = ran - named;
		for (let number = 1; number <= unnamed; number += 1) report.add(`(unnamed ${number})`, "failed");
		report.problem("inconsistent", "report", `${ran} ran, ${named} were named`);
	}
	return report.build();
}
function idOf(test, place) {
	return place.endsWith(`.${test}`) ? place : `${place}.${test}`;
}
function outcomeOf(word) {
	if (word === "ok" || word === "expected failure") return "passed";
	return word.startsWith("skipped") ? "skipped" : "failed";
}
const SUITE = /^(.*?)((?:[•✘] ?)*)\s*\((\d+) \/ (\d+)\)\s*$/;
const FILE = /^\s*([\w@./\\-]+\.[cm]?[jt]sx?)\s*$/;
function parseUvu(text) {
	const report = reportBuilder();
	let file = "";
	let count = 0;
	let total;
	let skipped = 0;
	for (const line of text.replace(/\x1b\[[\d;]*m/g, "").split("\n")) {
		const heading = FILE.exec(line)?.[1];
		if (heading !== void 0) file = heading;
		const suite = SUITE.exec(line);
		if (suite !== null) count += addSuite(report, file, suite);
		const sum = /^\s*(Total|Skipped):\s+(\d+)\s*$/.exec(line);
		if (sum?.[1] === "Total") total = Number(sum[2]);
		if (sum?.[1] === "Skipped") skipped = Number(sum[2]);
	}
	for (let at = 1; at <= skipped; at += 1) report.add(`skipped test ${at}`, "skipped");
	if (total === void 0) report.problem("truncated", "report", "there is no total");
	else if (total !== count) {
		const detail = `the total is ${total}, but there are ${count}`;
		report.problem(count < total ? "truncated" : "inconsistent", "report", detail);
	}
	return report.build();
}
const MAX_TESTS = 1e5;
function addSuite(report, file, [, title = "", marked = "", ran = "", all = ""]) {
	const tests = Number(all);
	const passed = Number(ran);
	if (tests > MAX_TESTS || passed > tests) return 0;
	const marks = marked.replaceAll(" ", "");
	const suite = [file, title.trim()].filter((name) => name !== "").join(" > ") || "suite";
	for (let at = 0; at < tests; at += 1) {
		const ok = marks.length === tests ? marks[at] === "•" : at < passed;
		report.add(`${suite} > test ${at + 1}`, ok ? "passed" : "failed");
	}
	return tests;
}
const FORMATS = {
	automake: parseAutomake,
	ctest: parseCtest,
	"go-test-json": parseGoTestJson,
	"jest-json": parseJestJson,
	"junit-xml": parseJunitXml,
	libtest: parseLibtest,
	"mocha-json": parseMochaJson,
	tap: parseTap,
	tape: parseTape,
	"test-lines": parseTestLines,
	unittest: parseUnittest,
	uvu: parseUvu
};
function isReportFormat(name) {
	return Object.keys(FORMATS).includes(name);
}
const MIXED = "mixed";
const FIRST_SIGNAL_STATUS = 128;
function countReports(suite, { status, ids }, machine) {
	const { format } = suite;
	if (format !== MIXED && !isReportFormat(format)) {
		const known = [...Object.keys(FORMATS), MIXED].join(", ");
		machine.warn(`counter: "${format}" is not one of ${known}`);
		return 2;
	}
	if (!/^\d+$/.test(status)) {
		machine.warn(`counter: "${status}" is not an exit status`);
		return 2;
	}
	const paths = suite.reports.flatMap((name) => pathsOf(name, machine));
	const reports = paths.map((path) => {
		const text = machine.read(path);
		if (text === void 0) return crashed(path, "it left no report");
		const own = format === MIXED ? formatOf(path) : format;
		return isReportFormat(own) ? FORMATS[own](text) : crashed(path, "its name has no format");
	});
	if (paths.length === 0) reports.push(crashed("suite", "it left no report"));
	const report = withoutExcluded(mergeReports(reports), suite);
	for (const problem of report.problems) machine.warn(`tests: ${describeProblem(problem)}`);
	const counts = countsOf(report.tests);
	if (isSignal(Number(status), counts)) {
		machine.warn(`counter: a signal ended the test runner (status ${status})`);
		return 1;
	}
	if (ids !== void 0 && ids !== "") machine.write(ids, idLines(report.tests));
	machine.print(countsLine(counts));
	return 0;
}
function pathsOf(name, machine) {
	if (name.startsWith("@")) return linesOf(machine.read(name.slice(1)) || "");
	if (!name.includes("*")) return [name];
	const parts = name.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
	const pattern = new RegExp(`^(?!\\.)${parts.join(".*")}$`, "s");
	const found = machine.names().filter((file) => pattern.test(file));
	return found.length === 0 ? [name] : [...found].sort();
}
function withoutExcluded(report, { excluded_tests = [] }) {
	if (excluded_tests.length === 0) return report;
	const excluded = new Set(excluded_tests);
	return {
		...report,
		tests: report.tests.filter(({ id }) => !excluded.has(id))
	};
}
function isSignal(status, { failed }) {
	return status >= FIRST_SIGNAL_STATUS && status !== Math.min(failed, 255);
}
function crashed(path, detail) {
	const report = reportBuilder();
	report.problem("crashed", path.replace(/^.*\//, ""), detail);
	return report.build();
}
function formatOf(path) {
	const match = /\.([a-z-]+)\.report$/.exec(path);
	return match && match[1] || "";
}
function linesOf(text) {
	return text.split("\n").filter((line) => line !== "");
}
function describeProblem({ kind, unit, detail }) {
	return `${kind}: ${unit}: ${detail}`;
}
function countsLine({ passed, failed, skipped, total }) {
	return JSON.stringify({
		passed,
		failed,
		skipped,
		total
	});
}
function idLines(tests) {
	return tests.map(({ id, outcome }) => `${JSON.stringify({
		id,
		outcome
	})}\n`).join("");
}
const MAX_BYTES = 256 * 2 ** 20;
function readReport(path) {
	let file;
	try {
		file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return;
	}
	try {
		const stat = fstatSync(file);
		return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(file, "utf8") : void 0;
	} finally {
		closeSync(file);
	}
}
const suite = JSON.parse(readFileSync(process.argv[2] || "suite.json", "utf8"));
process.chdir(process.env["REFBENCH_REPORTS"] || ".");
process.exitCode = countReports(suite, {
	status: process.env["REFBENCH_STATUS"] || "",
	ids: process.env["REFBENCH_TEST_IDS"]
}, {
	read: readReport,
	names: () => readdirSync("."),
	write: (path, text) => writeFileSync(path, text),
	print: (line) => void process.stdout.write(`${line}\n`),
	warn: (line) => void process.stderr.write(`${line}\n`)
});
export {};

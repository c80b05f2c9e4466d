import { createRequire } from "node:module";
import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { EventEmitter } from "events";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);
var __copyProps = (to, from, except, desc) => {
	if (from && typeof from === "object" || typeof from === "function") for (var keys = __getOwnPropNames(from), i = 0, n = keys.length, key; i < n; i++) {
		key = keys[i];
		if (!__hasOwnProp.call(to, key) && key !== except) __defProp(to, key, {
			get: ((k) => from[k]).bind(null, key),
			enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable
		});
	}
	return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(isNodeMode || !mod || !mod.__esModule || !__hasOwnProp.call(mod, "default") ? __defProp(target, "default", {
	value: mod,
	enumerable: true
}) : target, mod));
var __require = (() => createRequire(import.meta.url))();
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
	const claims = [];
	let verdict = {};
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
		claim: (unit, claimed, { listed, exact = false } = {}) => void claims.push({
			unit,
			claimed,
			listed,
			exact
		}),
		verdict: (says) => void (verdict = says),
		build: () => {
			const all = countsOf(tests);
			const known = claims.map((claim) => ({
				...claim,
				listed: claim.listed || all
			}));
			return {
				tests,
				problems,
				claims: known,
				...verdict
			};
		}
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
		problems: [...problems, ...merged.problems],
		claims: []
	};
}
function agreed(report, status) {
	const causes = contradictions(report, status);
	if (causes.length === 0) return report;
	const known = new Set(report.tests.map(({ id }) => id));
	const tests = causes.map((cause) => {
		let id = cause;
		for (let number = 2; known.has(id); number += 1) id = `${cause} #${number}`;
		known.add(id);
		return {
			id,
			outcome: "failed"
		};
	});
	const problems = causes.map((detail) => ({
		kind: "inconsistent",
		unit: "report",
		detail
	}));
	return {
		...report,
		tests: [...report.tests, ...tests],
		problems: [...report.problems, ...problems]
	};
}
function agreedSuite(suite, status) {
	const whole = agreed({
		...suite,
		claims: []
	}, status);
	if (whole.tests.length > 0) return whole;
	const detail = "no test ran, but the runner ended with status 0";
	return {
		...whole,
		tests: [{
			id: detail,
			outcome: "failed"
		}],
		problems: [...whole.problems, {
			kind: "inconsistent",
			unit: "suite",
			detail
		}]
	};
}
function contradictions(report, status) {
	const { failed } = countsOf(report.tests);
	const counted = report.claims.flatMap((claim) => contradiction(claim, failed > 0)).slice(0, 1);
	const meaning = status === void 0 ? void 0 : report.causes?.get(status);
	if (meaning !== void 0) return [...counted, `the runner ended with status ${status}: ${meaning}`];
	if (counted.length > 0 || failed > 0) return counted;
	if (status !== void 0 && status !== 0) return [`the runner ended with status ${status}: ${hintOf(report)}`];
	return report.success === false ? [`the runner says that it failed: ${hintOf(report)}`] : [];
}
function contradiction({ unit, claimed, listed, exact }, hasFailed) {
	for (const kind of [
		"failed",
		"passed",
		"total"
	]) {
		const [own, here] = [claimed[kind], listed[kind]];
		if (own === void 0 || own === here) continue;
		if (kind !== "passed" && own > here || exact && !hasFailed) return [`${unit}: the runner counts ${own}${kind === "total" ? "" : ` ${kind}`}, its report lists ${here}`];
	}
	return [];
}
function hintOf({ tests }) {
	return tests.length === 0 ? "no test ran" : "an error outside of tests, as no listed test failed";
}
const OUTCOMES$3 = {
	PASS: "passed",
	XFAIL: "passed",
	FAIL: "failed",
	XPASS: "failed",
	ERROR: "failed",
	SKIP: "skipped"
};
const KINDS = {
	...OUTCOMES$3,
	TOTAL: "total"
};
function parseAutomake(text) {
	const report = reportBuilder();
	const claimed = {
		passed: 0,
		failed: 0,
		skipped: 0,
		total: 0
	};
	let summaries = 0;
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\r$/, "");
		const test = /^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\S.*)$/.exec(line);
		const outcome = test === null ? void 0 : OUTCOMES$3[test[1] || ""];
		if (test !== null && outcome !== void 0) report.add(test[2] || "", outcome);
		const summary = /^# ([A-Z]+):\s+(\d+)$/.exec(line);
		const kind = summary === null ? void 0 : KINDS[summary[1] || ""];
		if (summary === null || kind === void 0) continue;
		claimed[kind] += Number(summary[2]);
		if (kind === "total") summaries += 1;
	}
	if (summaries === 0) report.problem("truncated", "report", "there is no summary");
	else if (claimed.passed + claimed.failed + claimed.skipped === claimed.total) report.claim("report", claimed, { exact: true });
	else report.claim("report", { total: claimed.total }, { exact: true });
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
function pytestCauses(uncollected) {
	return new Map([
		...uncollected ? [] : [[2, "the run was interrupted"]],
		[3, "an internal error of pytest"],
		[4, "pytest was called in a wrong way"],
		[5, "no test was collected"]
	]);
}
var require_ed5 = __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "	\n\r -퟿-�𐀀-􏿿";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	function isChar(c) {
		return c >= SPACE && c <= 55295 || c === NL || c === CR || c === TAB || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));
var require_ed2 = __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "-퟿-�𐀀-􏿿";
	exports.RESTRICTED_CHAR = "-\b\v\f---";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.RESTRICTED_CHAR_RE = new RegExp("^[" + exports.RESTRICTED_CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	function isChar(c) {
		return c >= 1 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	function isRestrictedChar(c) {
		return c >= 1 && c <= 8 || c === 11 || c === 12 || c >= 14 && c <= 31 || c >= 127 && c <= 132 || c >= 134 && c <= 159;
	}
	exports.isRestrictedChar = isRestrictedChar;
	function isCharAndNotRestricted(c) {
		return c === 9 || c === 10 || c === 13 || c > 31 && c < 127 || c === 133 || c > 159 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isCharAndNotRestricted = isCharAndNotRestricted;
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));
var require_ed3 = __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NC_NAME_START_CHAR = "A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌-‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NC_NAME_CHAR = "-" + exports.NC_NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.NC_NAME_START_CHAR_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "]$", "u");
	exports.NC_NAME_CHAR_RE = new RegExp("^[" + exports.NC_NAME_CHAR + "]$", "u");
	exports.NC_NAME_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "][" + exports.NC_NAME_CHAR + "]*$", "u");
	function isNCNameStartChar(c) {
		return c >= 65 && c <= 90 || c === 95 || c >= 97 && c <= 122 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8204 && c <= 8205 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNCNameStartChar = isNCNameStartChar;
	function isNCNameChar(c) {
		return isNCNameStartChar(c) || c === 45 || c === 46 || c >= 48 && c <= 57 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNCNameChar = isNCNameChar;
}));
var import_saxes = __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SaxesParser = exports.EVENTS = void 0;
	const ed5 = require_ed5();
	const ed2 = require_ed2();
	const NSed3 = require_ed3();
	var isS = ed5.isS;
	var isChar10 = ed5.isChar;
	var isNameStartChar = ed5.isNameStartChar;
	var isNameChar = ed5.isNameChar;
	var S_LIST = ed5.S_LIST;
	var NAME_RE = ed5.NAME_RE;
	var isChar11 = ed2.isChar;
	var isNCNameStartChar = NSed3.isNCNameStartChar;
	var isNCNameChar = NSed3.isNCNameChar;
	var NC_NAME_RE = NSed3.NC_NAME_RE;
	const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
	const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
	const rootNS = {
		__proto__: null,
		xml: XML_NAMESPACE,
		xmlns: XMLNS_NAMESPACE
	};
	const XML_ENTITIES = {
		__proto__: null,
		amp: "&",
		gt: ">",
		lt: "<",
		quot: "\"",
		apos: "'"
	};
	const EOC = -1;
	const NL_LIKE = -2;
	const S_BEGIN = 0;
	const S_BEGIN_WHITESPACE = 1;
	const S_DOCTYPE = 2;
	const S_DOCTYPE_QUOTE = 3;
	const S_DTD = 4;
	const S_DTD_QUOTED = 5;
	const S_DTD_OPEN_WAKA = 6;
	const S_DTD_OPEN_WAKA_BANG = 7;
	const S_DTD_COMMENT = 8;
	const S_DTD_COMMENT_ENDING = 9;
	const S_DTD_COMMENT_ENDED = 10;
	const S_DTD_PI = 11;
	const S_DTD_PI_ENDING = 12;
	const S_TEXT = 13;
	const S_ENTITY = 14;
	const S_OPEN_WAKA = 15;
	const S_OPEN_WAKA_BANG = 16;
	const S_COMMENT = 17;
	const S_COMMENT_ENDING = 18;
	const S_COMMENT_ENDED = 19;
	const S_CDATA = 20;
	const S_CDATA_ENDING = 21;
	const S_CDATA_ENDING_2 = 22;
	const S_PI_FIRST_CHAR = 23;
	const S_PI_REST = 24;
	const S_PI_BODY = 25;
	const S_PI_ENDING = 26;
	const S_XML_DECL_NAME_START = 27;
	const S_XML_DECL_NAME = 28;
	const S_XML_DECL_EQ = 29;
	const S_XML_DECL_VALUE_START = 30;
	const S_XML_DECL_VALUE = 31;
	const S_XML_DECL_SEPARATOR = 32;
	const S_XML_DECL_ENDING = 33;
	const S_OPEN_TAG = 34;
	const S_OPEN_TAG_SLASH = 35;
	const S_ATTRIB = 36;
	const S_ATTRIB_NAME = 37;
	const S_ATTRIB_NAME_SAW_WHITE = 38;
	const S_ATTRIB_VALUE = 39;
	const S_ATTRIB_VALUE_QUOTED = 40;
	const S_ATTRIB_VALUE_CLOSED = 41;
	const S_ATTRIB_VALUE_UNQUOTED = 42;
	const S_CLOSE_TAG = 43;
	const S_CLOSE_TAG_SAW_WHITE = 44;
	const TAB = 9;
	const NL = 10;
	const CR = 13;
	const SPACE = 32;
	const BANG = 33;
	const DQUOTE = 34;
	const AMP = 38;
	const SQUOTE = 39;
	const MINUS = 45;
	const FORWARD_SLASH = 47;
	const SEMICOLON = 59;
	const LESS = 60;
	const EQUAL = 61;
	const GREATER = 62;
	const QUESTION = 63;
	const OPEN_BRACKET = 91;
	const CLOSE_BRACKET = 93;
	const NEL = 133;
	const LS = 8232;
	const isQuote = (c) => c === DQUOTE || c === SQUOTE;
	const QUOTES = [DQUOTE, SQUOTE];
	const DOCTYPE_TERMINATOR = [
		...QUOTES,
		OPEN_BRACKET,
		GREATER
	];
	const DTD_TERMINATOR = [
		...QUOTES,
		LESS,
		CLOSE_BRACKET
	];
	const XML_DECL_NAME_TERMINATOR = [
		EQUAL,
		QUESTION,
		...S_LIST
	];
	const ATTRIB_VALUE_UNQUOTED_TERMINATOR = [
		...S_LIST,
		GREATER,
		AMP,
		LESS
	];
	function nsPairCheck(parser, prefix, uri) {
		switch (prefix) {
			case "xml":
				if (uri !== XML_NAMESPACE) parser.fail(`xml prefix must be bound to ${XML_NAMESPACE}.`);
				break;
			case "xmlns": if (uri !== XMLNS_NAMESPACE) parser.fail(`xmlns prefix must be bound to ${XMLNS_NAMESPACE}.`);
		}
		switch (uri) {
			case XMLNS_NAMESPACE:
				parser.fail(prefix === "" ? `the default namespace may not be set to ${uri}.` : `may not assign a prefix (even "xmlns") to the URI \
${XMLNS_NAMESPACE}.`);
				break;
			case XML_NAMESPACE: switch (prefix) {
				case "xml": break;
				case "":
					parser.fail(`the default namespace may not be set to ${uri}.`);
					break;
				default: parser.fail("may not assign the xml namespace to another prefix.");
			}
		}
	}
	function nsMappingCheck(parser, mapping) {
		for (const local of Object.keys(mapping)) nsPairCheck(parser, local, mapping[local]);
	}
	const isNCName = (name) => NC_NAME_RE.test(name);
	const isName = (name) => NAME_RE.test(name);
	const FORBIDDEN_START = 0;
	const FORBIDDEN_BRACKET = 1;
	const FORBIDDEN_BRACKET_BRACKET = 2;
	exports.EVENTS = [
		"xmldecl",
		"text",
		"processinginstruction",
		"doctype",
		"comment",
		"opentagstart",
		"attribute",
		"opentag",
		"closetag",
		"cdata",
		"error",
		"end",
		"ready"
	];
	const EVENT_NAME_TO_HANDLER_NAME = {
		xmldecl: "xmldeclHandler",
		text: "textHandler",
		processinginstruction: "piHandler",
		doctype: "doctypeHandler",
		comment: "commentHandler",
		opentagstart: "openTagStartHandler",
		attribute: "attributeHandler",
		opentag: "openTagHandler",
		closetag: "closeTagHandler",
		cdata: "cdataHandler",
		error: "errorHandler",
		end: "endHandler",
		ready: "readyHandler"
	};
	var SaxesParser = class {
		constructor(opt) {
			this.opt = opt !== null && opt !== void 0 ? opt : {};
			this.fragmentOpt = !!this.opt.fragment;
			const xmlnsOpt = this.xmlnsOpt = !!this.opt.xmlns;
			this.trackPosition = this.opt.position !== false;
			this.fileName = this.opt.fileName;
			if (xmlnsOpt) {
				this.nameStartCheck = isNCNameStartChar;
				this.nameCheck = isNCNameChar;
				this.isName = isNCName;
				this.processAttribs = this.processAttribsNS;
				this.pushAttrib = this.pushAttribNS;
				this.ns = Object.assign({ __proto__: null }, rootNS);
				const additional = this.opt.additionalNamespaces;
				if (additional != null) {
					nsMappingCheck(this, additional);
					Object.assign(this.ns, additional);
				}
			} else {
				this.nameStartCheck = isNameStartChar;
				this.nameCheck = isNameChar;
				this.isName = isName;
				this.processAttribs = this.processAttribsPlain;
				this.pushAttrib = this.pushAttribPlain;
			}
			this.stateTable = [
				this.sBegin,
				this.sBeginWhitespace,
				this.sDoctype,
				this.sDoctypeQuote,
				this.sDTD,
				this.sDTDQuoted,
				this.sDTDOpenWaka,
				this.sDTDOpenWakaBang,
				this.sDTDComment,
				this.sDTDCommentEnding,
				this.sDTDCommentEnded,
				this.sDTDPI,
				this.sDTDPIEnding,
				this.sText,
				this.sEntity,
				this.sOpenWaka,
				this.sOpenWakaBang,
				this.sComment,
				this.sCommentEnding,
				this.sCommentEnded,
				this.sCData,
				this.sCDataEnding,
				this.sCDataEnding2,
				this.sPIFirstChar,
				this.sPIRest,
				this.sPIBody,
				this.sPIEnding,
				this.sXMLDeclNameStart,
				this.sXMLDeclName,
				this.sXMLDeclEq,
				this.sXMLDeclValueStart,
				this.sXMLDeclValue,
				this.sXMLDeclSeparator,
				this.sXMLDeclEnding,
				this.sOpenTag,
				this.sOpenTagSlash,
				this.sAttrib,
				this.sAttribName,
				this.sAttribNameSawWhite,
				this.sAttribValue,
				this.sAttribValueQuoted,
				this.sAttribValueClosed,
				this.sAttribValueUnquoted,
				this.sCloseTag,
				this.sCloseTagSawWhite
			];
			this._init();
		}
		get closed() {
			return this._closed;
		}
		_init() {
			var _a;
			this.openWakaBang = "";
			this.text = "";
			this.name = "";
			this.piTarget = "";
			this.entity = "";
			this.q = null;
			this.tags = [];
			this.tag = null;
			this.topNS = null;
			this.chunk = "";
			this.chunkPosition = 0;
			this.i = 0;
			this.prevI = 0;
			this.carriedFromPrevious = void 0;
			this.forbiddenState = FORBIDDEN_START;
			this.attribList = [];
			const { fragmentOpt } = this;
			this.state = fragmentOpt ? S_TEXT : S_BEGIN;
			this.reportedTextBeforeRoot = this.reportedTextAfterRoot = this.closedRoot = this.sawRoot = fragmentOpt;
			this.xmlDeclPossible = !fragmentOpt;
			this.xmlDeclExpects = ["version"];
			this.entityReturnState = void 0;
			let { defaultXMLVersion } = this.opt;
			if (defaultXMLVersion === void 0) {
				if (this.opt.forceXMLVersion === true) throw new Error("forceXMLVersion set but defaultXMLVersion is not set");
				defaultXMLVersion = "1.0";
			}
			this.setXMLVersion(defaultXMLVersion);
			this.positionAtNewLine = 0;
			this.doctype = false;
			this._closed = false;
			this.xmlDecl = {
				version: void 0,
				encoding: void 0,
				standalone: void 0
			};
			this.line = 1;
			this.column = 0;
			this.ENTITIES = Object.create(XML_ENTITIES);
			(_a = this.readyHandler) === null || _a === void 0 || _a.call(this);
		}
		get position() {
			return this.chunkPosition + this.i;
		}
		get columnIndex() {
			return this.position - this.positionAtNewLine;
		}
		on(name, handler) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = handler;
		}
		off(name) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = void 0;
		}
		makeError(message) {
			var _a;
			let msg = (_a = this.fileName) !== null && _a !== void 0 ? _a : "";
			if (this.trackPosition) {
				if (msg.length > 0) msg += ":";
				msg += `${this.line}:${this.column}`;
			}
			if (msg.length > 0) msg += ": ";
			return new Error(msg + message);
		}
		fail(message) {
			const err = this.makeError(message);
			const handler = this.errorHandler;
			if (handler === void 0) throw err;
			else handler(err);
			return this;
		}
		write(chunk) {
			if (this.closed) return this.fail("cannot write after close; assign an onready handler.");
			let end = false;
			if (chunk === null) {
				end = true;
				chunk = "";
			} else if (typeof chunk === "object") chunk = chunk.toString();
			if (this.carriedFromPrevious !== void 0) {
				chunk = `${this.carriedFromPrevious}${chunk}`;
				this.carriedFromPrevious = void 0;
			}
			let limit = chunk.length;
			const lastCode = chunk.charCodeAt(limit - 1);
			if (!end && (lastCode === CR || lastCode >= 55296 && lastCode <= 56319)) {
				this.carriedFromPrevious = chunk[limit - 1];
				limit--;
				chunk = chunk.slice(0, limit);
			}
			const { stateTable } = this;
			this.chunk = chunk;
			this.i = 0;
			while (this.i < limit) stateTable[this.state].call(this);
			this.chunkPosition += limit;
			return end ? this.end() : this;
		}
		close() {
			return this.write(null);
		}
		getCode10() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code >= SPACE || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR:
						if (chunk.charCodeAt(i + 1) === NL) this.i = i + 2;
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		getCode11() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code > 31 && code < 127 || code > 159 && code !== LS || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR: {
						const next = chunk.charCodeAt(i + 1);
						if (next === NL || next === NEL) this.i = i + 2;
					}
					case NEL:
					case LS:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		getCodeNorm() {
			const c = this.getCode();
			return c === NL_LIKE ? NL : c;
		}
		unget() {
			this.i = this.prevI;
			this.column--;
		}
		captureTo(chars) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				const c = this.getCode();
				const isNLLike = c === NL_LIKE;
				const final = isNLLike ? NL : c;
				if (final === EOC || chars.includes(final)) {
					this.text += chunk.slice(start, this.prevI);
					return final;
				}
				if (isNLLike) {
					this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
				}
			}
		}
		captureToChar(char) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				let c = this.getCode();
				switch (c) {
					case NL_LIKE:
						this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						c = NL;
						break;
					case EOC:
						this.text += chunk.slice(start);
						return false;
				}
				if (c === char) {
					this.text += chunk.slice(start, this.prevI);
					return true;
				}
			}
		}
		captureNameChars() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCode();
				if (c === EOC) {
					this.name += chunk.slice(start);
					return EOC;
				}
				if (!isNameChar(c)) {
					this.name += chunk.slice(start, this.prevI);
					return c === NL_LIKE ? NL : c;
				}
			}
		}
		skipSpaces() {
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC || !isS(c)) return c;
			}
		}
		setXMLVersion(version) {
			this.currentXMLVersion = version;
			if (version === "1.0") {
				this.isChar = isChar10;
				this.getCode = this.getCode10;
			} else {
				this.isChar = isChar11;
				this.getCode = this.getCode11;
			}
		}
		sBegin() {
			if (this.chunk.charCodeAt(0) === 65279) {
				this.i++;
				this.column++;
			}
			this.state = S_BEGIN_WHITESPACE;
		}
		sBeginWhitespace() {
			const iBefore = this.i;
			const c = this.skipSpaces();
			if (this.prevI !== iBefore) this.xmlDeclPossible = false;
			switch (c) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (this.text.length !== 0) throw new Error("no-empty text at start");
					break;
				case EOC: break;
				default:
					this.unget();
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sDoctype() {
			var _a;
			const c = this.captureTo(DOCTYPE_TERMINATOR);
			switch (c) {
				case GREATER:
					(_a = this.doctypeHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					this.doctype = true;
					break;
				case EOC: break;
				default:
					this.text += String.fromCodePoint(c);
					if (c === OPEN_BRACKET) this.state = S_DTD;
					else if (isQuote(c)) {
						this.state = S_DOCTYPE_QUOTE;
						this.q = c;
					}
			}
		}
		sDoctypeQuote() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.q = null;
				this.state = S_DOCTYPE;
			}
		}
		sDTD() {
			const c = this.captureTo(DTD_TERMINATOR);
			if (c === EOC) return;
			this.text += String.fromCodePoint(c);
			if (c === CLOSE_BRACKET) this.state = S_DOCTYPE;
			else if (c === LESS) this.state = S_DTD_OPEN_WAKA;
			else if (isQuote(c)) {
				this.state = S_DTD_QUOTED;
				this.q = c;
			}
		}
		sDTDQuoted() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.state = S_DTD;
				this.q = null;
			}
		}
		sDTDOpenWaka() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			switch (c) {
				case BANG:
					this.state = S_DTD_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					break;
				case QUESTION:
					this.state = S_DTD_PI;
					break;
				default: this.state = S_DTD;
			}
		}
		sDTDOpenWakaBang() {
			const char = String.fromCodePoint(this.getCodeNorm());
			const owb = this.openWakaBang += char;
			this.text += char;
			if (owb !== "-") {
				this.state = owb === "--" ? S_DTD_COMMENT : S_DTD;
				this.openWakaBang = "";
			}
		}
		sDTDComment() {
			if (this.captureToChar(MINUS)) {
				this.text += "-";
				this.state = S_DTD_COMMENT_ENDING;
			}
		}
		sDTDCommentEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			this.state = c === MINUS ? S_DTD_COMMENT_ENDED : S_DTD_COMMENT;
		}
		sDTDCommentEnded() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
			else {
				this.fail("malformed comment.");
				this.state = S_DTD_COMMENT;
			}
		}
		sDTDPI() {
			if (this.captureToChar(QUESTION)) {
				this.text += "?";
				this.state = S_DTD_PI_ENDING;
			}
		}
		sDTDPIEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
		}
		sText() {
			if (this.tags.length !== 0) this.handleTextInRoot();
			else this.handleTextOutsideRoot();
		}
		sEntity() {
			let { i: start } = this;
			const { chunk } = this;
			loop: while (true) switch (this.getCode()) {
				case NL_LIKE:
					this.entity += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					break;
				case SEMICOLON: {
					const { entityReturnState } = this;
					const entity = this.entity + chunk.slice(start, this.prevI);
					this.state = entityReturnState;
					let parsed;
					if (entity === "") {
						this.fail("empty entity name.");
						parsed = "&;";
					} else {
						parsed = this.parseEntity(entity);
						this.entity = "";
					}
					if (entityReturnState !== S_TEXT || this.textHandler !== void 0) this.text += parsed;
					break loop;
				}
				case EOC:
					this.entity += chunk.slice(start);
					break loop;
			}
		}
		sOpenWaka() {
			const c = this.getCode();
			if (isNameStartChar(c)) {
				this.state = S_OPEN_TAG;
				this.unget();
				this.xmlDeclPossible = false;
			} else switch (c) {
				case FORWARD_SLASH:
					this.state = S_CLOSE_TAG;
					this.xmlDeclPossible = false;
					break;
				case BANG:
					this.state = S_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					this.xmlDeclPossible = false;
					break;
				case QUESTION:
					this.state = S_PI_FIRST_CHAR;
					break;
				default:
					this.fail("disallowed character in tag name");
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sOpenWakaBang() {
			this.openWakaBang += String.fromCodePoint(this.getCodeNorm());
			switch (this.openWakaBang) {
				case "[CDATA[":
					if (!this.sawRoot && !this.reportedTextBeforeRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextBeforeRoot = true;
					}
					if (this.closedRoot && !this.reportedTextAfterRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextAfterRoot = true;
					}
					this.state = S_CDATA;
					this.openWakaBang = "";
					break;
				case "--":
					this.state = S_COMMENT;
					this.openWakaBang = "";
					break;
				case "DOCTYPE":
					this.state = S_DOCTYPE;
					if (this.doctype || this.sawRoot) this.fail("inappropriately located doctype declaration.");
					this.openWakaBang = "";
					break;
				default: if (this.openWakaBang.length >= 7) this.fail("incorrect syntax.");
			}
		}
		sComment() {
			if (this.captureToChar(MINUS)) this.state = S_COMMENT_ENDING;
		}
		sCommentEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === MINUS) {
				this.state = S_COMMENT_ENDED;
				(_a = this.commentHandler) === null || _a === void 0 || _a.call(this, this.text);
				this.text = "";
			} else {
				this.text += `-${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			}
		}
		sCommentEnded() {
			const c = this.getCodeNorm();
			if (c !== GREATER) {
				this.fail("malformed comment.");
				this.text += `--${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			} else this.state = S_TEXT;
		}
		sCData() {
			if (this.captureToChar(CLOSE_BRACKET)) this.state = S_CDATA_ENDING;
		}
		sCDataEnding() {
			const c = this.getCodeNorm();
			if (c === CLOSE_BRACKET) this.state = S_CDATA_ENDING_2;
			else {
				this.text += `]${String.fromCodePoint(c)}`;
				this.state = S_CDATA;
			}
		}
		sCDataEnding2() {
			var _a;
			const c = this.getCodeNorm();
			switch (c) {
				case GREATER:
					(_a = this.cdataHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					break;
				case CLOSE_BRACKET:
					this.text += "]";
					break;
				default:
					this.text += `]]${String.fromCodePoint(c)}`;
					this.state = S_CDATA;
			}
		}
		sPIFirstChar() {
			const c = this.getCodeNorm();
			if (this.nameStartCheck(c)) {
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			} else if (c === QUESTION || isS(c)) {
				this.fail("processing instruction without a target.");
				this.state = c === QUESTION ? S_PI_ENDING : S_PI_BODY;
			} else {
				this.fail("disallowed character in processing instruction name.");
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			}
		}
		sPIRest() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC) {
					this.piTarget += chunk.slice(start);
					return;
				}
				if (!this.nameCheck(c)) {
					this.piTarget += chunk.slice(start, this.prevI);
					const isQuestion = c === QUESTION;
					if (isQuestion || isS(c)) {
						if (this.piTarget === "xml") {
							if (!this.xmlDeclPossible) this.fail("an XML declaration must be at the start of the document.");
							this.state = isQuestion ? S_XML_DECL_ENDING : S_XML_DECL_NAME_START;
						} else this.state = isQuestion ? S_PI_ENDING : S_PI_BODY;
					} else {
						this.fail("disallowed character in processing instruction name.");
						this.piTarget += String.fromCodePoint(c);
					}
					break;
				}
			}
		}
		sPIBody() {
			if (this.text.length === 0) {
				const c = this.getCodeNorm();
				if (c === QUESTION) this.state = S_PI_ENDING;
				else if (!isS(c)) this.text = String.fromCodePoint(c);
			} else if (this.captureToChar(QUESTION)) this.state = S_PI_ENDING;
		}
		sPIEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === GREATER) {
				const { piTarget } = this;
				if (piTarget.toLowerCase() === "xml") this.fail("the XML declaration must appear at the start of the document.");
				(_a = this.piHandler) === null || _a === void 0 || _a.call(this, {
					target: piTarget,
					body: this.text
				});
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else if (c === QUESTION) this.text += "?";
			else {
				this.text += `?${String.fromCodePoint(c)}`;
				this.state = S_PI_BODY;
			}
			this.xmlDeclPossible = false;
		}
		sXMLDeclNameStart() {
			const c = this.skipSpaces();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (c !== EOC) {
				this.state = S_XML_DECL_NAME;
				this.name = String.fromCodePoint(c);
			}
		}
		sXMLDeclName() {
			const c = this.captureTo(XML_DECL_NAME_TERMINATOR);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.name += this.text;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (!(isS(c) || c === EQUAL)) return;
			this.name += this.text;
			this.text = "";
			if (!this.xmlDeclExpects.includes(this.name)) switch (this.name.length) {
				case 0:
					this.fail("did not expect any more name/value pairs.");
					break;
				case 1:
					this.fail(`expected the name ${this.xmlDeclExpects[0]}.`);
					break;
				default: this.fail(`expected one of ${this.xmlDeclExpects.join(", ")}`);
			}
			this.state = c === EQUAL ? S_XML_DECL_VALUE_START : S_XML_DECL_EQ;
		}
		sXMLDeclEq() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (c !== EQUAL) this.fail("value required.");
			this.state = S_XML_DECL_VALUE_START;
		}
		sXMLDeclValueStart() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (!isQuote(c)) {
				this.fail("value must be quoted.");
				this.q = SPACE;
			} else this.q = c;
			this.state = S_XML_DECL_VALUE;
		}
		sXMLDeclValue() {
			const c = this.captureTo([this.q, QUESTION]);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (c === EOC) return;
			const value = this.text;
			this.text = "";
			switch (this.name) {
				case "version": {
					this.xmlDeclExpects = ["encoding", "standalone"];
					const version = value;
					this.xmlDecl.version = version;
					if (!/^1\.[0-9]+$/.test(version)) this.fail("version number must match /^1\\.[0-9]+$/.");
					else if (!this.opt.forceXMLVersion) this.setXMLVersion(version);
					break;
				}
				case "encoding":
					if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(value)) this.fail("encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.");
					this.xmlDeclExpects = ["standalone"];
					this.xmlDecl.encoding = value;
					break;
				case "standalone":
					if (value !== "yes" && value !== "no") this.fail("standalone value must match \"yes\" or \"no\".");
					this.xmlDeclExpects = [];
					this.xmlDecl.standalone = value;
			}
			this.name = "";
			this.state = S_XML_DECL_SEPARATOR;
		}
		sXMLDeclSeparator() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (!isS(c)) {
				this.fail("whitespace required.");
				this.unget();
			}
			this.state = S_XML_DECL_NAME_START;
		}
		sXMLDeclEnding() {
			var _a;
			if (this.getCodeNorm() === GREATER) {
				if (this.piTarget !== "xml") this.fail("processing instructions are not allowed before root.");
				else if (this.name !== "version" && this.xmlDeclExpects.includes("version")) this.fail("XML declaration must contain a version.");
				(_a = this.xmldeclHandler) === null || _a === void 0 || _a.call(this, this.xmlDecl);
				this.name = "";
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else this.fail("The character ? is disallowed anywhere in XML declarations.");
			this.xmlDeclPossible = false;
		}
		sOpenTag() {
			var _a;
			const c = this.captureNameChars();
			if (c === EOC) return;
			const tag = this.tag = {
				name: this.name,
				attributes: Object.create(null)
			};
			this.name = "";
			if (this.xmlnsOpt) this.topNS = tag.ns = Object.create(null);
			(_a = this.openTagStartHandler) === null || _a === void 0 || _a.call(this, tag);
			this.sawRoot = true;
			if (!this.fragmentOpt && this.closedRoot) this.fail("documents may contain only one root.");
			switch (c) {
				case GREATER:
					this.openTag();
					break;
				case FORWARD_SLASH:
					this.state = S_OPEN_TAG_SLASH;
					break;
				default:
					if (!isS(c)) this.fail("disallowed character in tag name.");
					this.state = S_ATTRIB;
			}
		}
		sOpenTagSlash() {
			if (this.getCode() === GREATER) this.openSelfClosingTag();
			else {
				this.fail("forward-slash in opening tag not followed by >.");
				this.state = S_ATTRIB;
			}
		}
		sAttrib() {
			const c = this.skipSpaces();
			if (c === EOC) return;
			if (isNameStartChar(c)) {
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else this.fail("disallowed character in attribute name.");
		}
		sAttribName() {
			const c = this.captureNameChars();
			if (c === EQUAL) this.state = S_ATTRIB_VALUE;
			else if (isS(c)) this.state = S_ATTRIB_NAME_SAW_WHITE;
			else if (c === GREATER) {
				this.fail("attribute without value.");
				this.pushAttrib(this.name, this.name);
				this.name = this.text = "";
				this.openTag();
			} else if (c !== EOC) this.fail("disallowed character in attribute name.");
		}
		sAttribNameSawWhite() {
			const c = this.skipSpaces();
			switch (c) {
				case EOC: return;
				case EQUAL:
					this.state = S_ATTRIB_VALUE;
					break;
				default:
					this.fail("attribute without value.");
					this.text = "";
					this.name = "";
					if (c === GREATER) this.openTag();
					else if (isNameStartChar(c)) {
						this.unget();
						this.state = S_ATTRIB_NAME;
					} else {
						this.fail("disallowed character in attribute name.");
						this.state = S_ATTRIB;
					}
			}
		}
		sAttribValue() {
			const c = this.getCodeNorm();
			if (isQuote(c)) {
				this.q = c;
				this.state = S_ATTRIB_VALUE_QUOTED;
			} else if (!isS(c)) {
				this.fail("unquoted attribute value.");
				this.state = S_ATTRIB_VALUE_UNQUOTED;
				this.unget();
			}
		}
		sAttribValueQuoted() {
			const { q, chunk } = this;
			let { i: start } = this;
			while (true) switch (this.getCode()) {
				case q:
					this.pushAttrib(this.name, this.text + chunk.slice(start, this.prevI));
					this.name = this.text = "";
					this.q = null;
					this.state = S_ATTRIB_VALUE_CLOSED;
					return;
				case AMP:
					this.text += chunk.slice(start, this.prevI);
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_QUOTED;
					return;
				case NL:
				case NL_LIKE:
				case TAB:
					this.text += `${chunk.slice(start, this.prevI)} `;
					start = this.i;
					break;
				case LESS:
					this.text += chunk.slice(start, this.prevI);
					this.fail("disallowed character.");
					return;
				case EOC:
					this.text += chunk.slice(start);
					return;
			}
		}
		sAttribValueClosed() {
			const c = this.getCodeNorm();
			if (isS(c)) this.state = S_ATTRIB;
			else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else if (isNameStartChar(c)) {
				this.fail("no whitespace between attributes.");
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else this.fail("disallowed character in attribute name.");
		}
		sAttribValueUnquoted() {
			const c = this.captureTo(ATTRIB_VALUE_UNQUOTED_TERMINATOR);
			switch (c) {
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_UNQUOTED;
					break;
				case LESS:
					this.fail("disallowed character.");
					break;
				case EOC: break;
				default:
					if (this.text.includes("]]>")) this.fail("the string \"]]>\" is disallowed in char data.");
					this.pushAttrib(this.name, this.text);
					this.name = this.text = "";
					if (c === GREATER) this.openTag();
					else this.state = S_ATTRIB;
			}
		}
		sCloseTag() {
			const c = this.captureNameChars();
			if (c === GREATER) this.closeTag();
			else if (isS(c)) this.state = S_CLOSE_TAG_SAW_WHITE;
			else if (c !== EOC) this.fail("disallowed character in closing tag.");
		}
		sCloseTagSawWhite() {
			switch (this.skipSpaces()) {
				case GREATER:
					this.closeTag();
					break;
				case EOC: break;
				default: this.fail("disallowed character in closing tag.");
			}
		}
		handleTextInRoot() {
			let { i: start, forbiddenState } = this;
			const { chunk, textHandler: handler } = this;
			scanLoop: while (true) switch (this.getCode()) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (handler !== void 0) {
						const { text } = this;
						const slice = chunk.slice(start, this.prevI);
						if (text.length !== 0) {
							handler(text + slice);
							this.text = "";
						} else if (slice.length !== 0) handler(slice);
					}
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_TEXT;
					if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case CLOSE_BRACKET:
					switch (forbiddenState) {
						case FORBIDDEN_START:
							forbiddenState = FORBIDDEN_BRACKET;
							break;
						case FORBIDDEN_BRACKET:
							forbiddenState = FORBIDDEN_BRACKET_BRACKET;
							break;
						case FORBIDDEN_BRACKET_BRACKET: break;
						default: throw new Error("impossible state");
					}
					break;
				case GREATER:
					if (forbiddenState === FORBIDDEN_BRACKET_BRACKET) this.fail("the string \"]]>\" is disallowed in char data.");
					forbiddenState = FORBIDDEN_START;
					break;
				case NL_LIKE:
					if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					forbiddenState = FORBIDDEN_START;
					break;
				case EOC:
					if (handler !== void 0) this.text += chunk.slice(start);
					break scanLoop;
				default: forbiddenState = FORBIDDEN_START;
			}
			this.forbiddenState = forbiddenState;
		}
		handleTextOutsideRoot() {
			let { i: start } = this;
			const { chunk, textHandler: handler } = this;
			let nonSpace = false;
			outRootLoop: while (true) {
				const code = this.getCode();
				switch (code) {
					case LESS:
						this.state = S_OPEN_WAKA;
						if (handler !== void 0) {
							const { text } = this;
							const slice = chunk.slice(start, this.prevI);
							if (text.length !== 0) {
								handler(text + slice);
								this.text = "";
							} else if (slice.length !== 0) handler(slice);
						}
						break outRootLoop;
					case AMP:
						this.state = S_ENTITY;
						this.entityReturnState = S_TEXT;
						if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
						nonSpace = true;
						break outRootLoop;
					case NL_LIKE:
						if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						break;
					case EOC:
						if (handler !== void 0) this.text += chunk.slice(start);
						break outRootLoop;
					default: if (!isS(code)) nonSpace = true;
				}
			}
			if (!nonSpace) return;
			if (!this.sawRoot && !this.reportedTextBeforeRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextBeforeRoot = true;
			}
			if (this.closedRoot && !this.reportedTextAfterRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextAfterRoot = true;
			}
		}
		pushAttribNS(name, value) {
			var _a;
			const { prefix, local } = this.qname(name);
			const attr = {
				name,
				prefix,
				local,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
			if (prefix === "xmlns") {
				const trimmed = value.trim();
				if (this.currentXMLVersion === "1.0" && trimmed === "") this.fail("invalid attempt to undefine prefix in XML 1.0");
				this.topNS[local] = trimmed;
				nsPairCheck(this, local, trimmed);
			} else if (name === "xmlns") {
				const trimmed = value.trim();
				this.topNS[""] = trimmed;
				nsPairCheck(this, "", trimmed);
			}
		}
		pushAttribPlain(name, value) {
			var _a;
			const attr = {
				name,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
		}
		end() {
			var _a, _b;
			if (!this.sawRoot) this.fail("document must contain a root element.");
			const { tags } = this;
			while (tags.length > 0) {
				const tag = tags.pop();
				this.fail(`unclosed tag: ${tag.name}`);
			}
			if (this.state !== S_BEGIN && this.state !== S_TEXT) this.fail("unexpected end.");
			const { text } = this;
			if (text.length !== 0) {
				(_a = this.textHandler) === null || _a === void 0 || _a.call(this, text);
				this.text = "";
			}
			this._closed = true;
			(_b = this.endHandler) === null || _b === void 0 || _b.call(this);
			this._init();
			return this;
		}
		resolve(prefix) {
			var _a, _b;
			let uri = this.topNS[prefix];
			if (uri !== void 0) return uri;
			const { tags } = this;
			for (let index = tags.length - 1; index >= 0; index--) {
				uri = tags[index].ns[prefix];
				if (uri !== void 0) return uri;
			}
			uri = this.ns[prefix];
			if (uri !== void 0) return uri;
			return (_b = (_a = this.opt).resolvePrefix) === null || _b === void 0 ? void 0 : _b.call(_a, prefix);
		}
		qname(name) {
			const colon = name.indexOf(":");
			if (colon === -1) return {
				prefix: "",
				local: name
			};
			const local = name.slice(colon + 1);
			const prefix = name.slice(0, colon);
			if (prefix === "" || local === "" || local.includes(":")) this.fail(`malformed name: ${name}.`);
			return {
				prefix,
				local
			};
		}
		processAttribsNS() {
			var _a;
			const { attribList } = this;
			const tag = this.tag;
			{
				const { prefix, local } = this.qname(tag.name);
				tag.prefix = prefix;
				tag.local = local;
				const uri = tag.uri = (_a = this.resolve(prefix)) !== null && _a !== void 0 ? _a : "";
				if (prefix !== "") {
					if (prefix === "xmlns") this.fail("tags may not have \"xmlns\" as prefix.");
					if (uri === "") {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						tag.uri = prefix;
					}
				}
			}
			if (attribList.length === 0) return;
			const { attributes } = tag;
			const seen = new Set();
			for (const attr of attribList) {
				const { name, prefix, local } = attr;
				let uri;
				let eqname;
				if (prefix === "") {
					uri = name === "xmlns" ? XMLNS_NAMESPACE : "";
					eqname = name;
				} else {
					uri = this.resolve(prefix);
					if (uri === void 0) {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						uri = prefix;
					}
					eqname = `{${uri}}${local}`;
				}
				if (seen.has(eqname)) this.fail(`duplicate attribute: ${eqname}.`);
				seen.add(eqname);
				attr.uri = uri;
				attributes[name] = attr;
			}
			this.attribList = [];
		}
		processAttribsPlain() {
			const { attribList } = this;
			const attributes = this.tag.attributes;
			for (const { name, value } of attribList) {
				if (attributes[name] !== void 0) this.fail(`duplicate attribute: ${name}.`);
				attributes[name] = value;
			}
			this.attribList = [];
		}
		openTag() {
			var _a;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = false;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			tags.push(tag);
			this.state = S_TEXT;
			this.name = "";
		}
		openSelfClosingTag() {
			var _a, _b, _c;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = true;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			(_b = this.closeTagHandler) === null || _b === void 0 || _b.call(this, tag);
			if ((this.tag = (_c = tags[tags.length - 1]) !== null && _c !== void 0 ? _c : null) === null) this.closedRoot = true;
			this.state = S_TEXT;
			this.name = "";
		}
		closeTag() {
			const { tags, name } = this;
			this.state = S_TEXT;
			this.name = "";
			if (name === "") {
				this.fail("weird empty close tag.");
				this.text += "</>";
				return;
			}
			const handler = this.closeTagHandler;
			let l = tags.length;
			while (l-- > 0) {
				const tag = this.tag = tags.pop();
				this.topNS = tag.ns;
				handler === null || handler === void 0 || handler(tag);
				if (tag.name === name) break;
				this.fail("unexpected close tag.");
			}
			if (l === 0) this.closedRoot = true;
			else if (l < 0) {
				this.fail(`unmatched closing tag: ${name}.`);
				this.text += `</${name}>`;
			}
		}
		parseEntity(entity) {
			if (entity[0] !== "#") {
				const defined = this.ENTITIES[entity];
				if (defined !== void 0) return defined;
				this.fail(this.isName(entity) ? "undefined entity." : "disallowed character in entity name.");
				return `&${entity};`;
			}
			let num = NaN;
			if (entity[1] === "x" && /^#x[0-9a-f]+$/i.test(entity)) num = parseInt(entity.slice(2), 16);
			else if (/^#[0-9]+$/.test(entity)) num = parseInt(entity.slice(1), 10);
			if (!this.isChar(num)) {
				this.fail("malformed character entity.");
				return `&${entity};`;
			}
			return String.fromCodePoint(num);
		}
	};
	exports.SaxesParser = SaxesParser;
}))();
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const SHELTER = 983040;
const SHELTERED = /[\u{f0000}-\u{fffff}]/gu;
function xmlEvents(text) {
	const events = [];
	let depth = 0;
	const parser = new import_saxes.SaxesParser();
	parser.on("error", () => void 0);
	parser.on("opentag", ({ name, attributes }) => {
		depth += 1;
		const values = Object.entries(attributes).map(([key, value]) => [key, original(value)]);
		events.push({
			kind: "open",
			name,
			attributes: new Map(values)
		});
	});
	parser.on("closetag", ({ name }) => {
		depth -= 1;
		events.push({
			kind: "close",
			name
		});
	});
	parser.on("comment", (comment) => void events.push({
		kind: "comment",
		text: comment
	}));
	const begin = text.search(/<(\?xml|testsuites?\b)/);
	parser.write(sheltered(begin === -1 ? text : text.slice(begin))).close();
	if (depth > 0) events.push({ kind: "cut" });
	return events;
}
function sheltered(text) {
	return text.replace(FORBIDDEN, (one) => String.fromCodePoint(SHELTER + one.charCodeAt(0)));
}
function original(text) {
	return text.replace(SHELTERED, (one) => {
		const code = (one.codePointAt(0) || 0) - SHELTER;
		return code < 32 || code >= 65534 ? String.fromCharCode(code) : one;
	});
}
function parseJunitXml(text) {
	const report = reportBuilder();
	const suites = [];
	let test;
	let sawSuite = false;
	let cut = false;
	let pytest = false;
	let uncollected = false;
	for (const event of xmlEvents(text)) {
		if (event.kind === "cut") cut = true;
		if (event.kind === "comment") claimOfComment(report, event.text);
		if (event.kind === "open") {
			const { name, attributes } = event;
			if (name === "testsuite" || name === "testsuites") {
				sawSuite = true;
				suites.push({
					name: attributes.get("name") || "",
					attributes,
					cases: 0,
					failures: 0
				});
				pytest ||= attributes.get("name") === "pytest";
			} else if (name === "testcase") {
				test = caseOf(attributes, suites);
				if (test.outcome === "failed") countFailure(suites);
			} else if (test !== void 0) {
				uncollected ||= name === "error" && attributes.get("message") === "collection failure";
				applyChild(test, name, attributes, suites);
			} else if (name === "error" && suites.length > 0) {
				const message = attributes.get("message") || "it failed outside its cases";
				report.problem("crashed", nameOf(suites), firstLine(message));
				countFailure(suites);
			}
		}
		if (event.kind === "close" && event.name === "testcase" && test !== void 0) {
			report.add(test.id, test.outcome);
			for (const suite of suites) suite.cases += 1;
			test = void 0;
		}
		if (event.kind === "close" && /^testsuites?$/.test(event.name)) closeSuite(report, suites.pop());
	}
	if (pytest) report.verdict({ causes: pytestCauses(uncollected) });
	if (cut) report.problem("truncated", nameOf(suites), "the document ends in the middle");
	else if (!sawSuite) report.problem("truncated", "report", "it has no test suite");
	return report.build();
}
function nameOf(suites) {
	return suites.map(({ name }) => name).filter((name) => name !== "").join(" > ") || "report";
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
		notRun: status === "notrun",
		outcome: idle ? "skipped" : status === "fail" || status === "failed" ? "failed" : "passed",
		todo: false
	};
}
const REPEATED = /^(flaky|rerun)(Failure|Error)$/;
function applyChild(test, name, attributes, suites) {
	if (REPEATED.test(name)) countFailure(suites);
	else if (name === "failure" || name === "error") {
		if (test.todo) return;
		countFailure(suites);
		test.outcome = "failed";
	} else if (name === "skipped" && test.outcome !== "failed") {
		test.todo = attributes.get("type") === "todo";
		test.outcome = isFailedSkip(test, attributes) ? "failed" : "skipped";
	}
}
function isFailedSkip({ notRun }, attributes) {
	const message = attributes.get("message");
	return notRun && message !== void 0 && !/^(SKIP_|Disabled)/.test(message);
}
function countFailure(suites) {
	for (const suite of suites) suite.failures += 1;
}
function countsParts(attributes) {
	return attributes.get("hostname") === "tbd" || attributes.has("doctest_version") || attributes.get("name") === "pytest";
}
function closeSuite(report, suite) {
	if (suite === void 0) return;
	const { attributes, cases, failures } = suite;
	const number = (name) => {
		const value = attributes.get(name);
		return value !== void 0 && /^\d+$/.test(value) ? Number(value) : void 0;
	};
	const claimed = {};
	const total = countsParts(attributes) ? void 0 : number("tests");
	const [failed, errors] = [number("failures"), number("errors")];
	if (total !== void 0) claimed.total = total;
	if (failed !== void 0 || errors !== void 0) claimed.failed = (failed || 0) + (errors || 0);
	if (Object.keys(claimed).length === 0) return;
	const listed = {
		passed: 0,
		failed: failures,
		skipped: 0,
		total: cases + Math.max(0, Math.min(failures, (total || 0) - cases))
	};
	report.claim(suite.name || "suite", claimed, { listed });
}
function claimOfComment(report, text) {
	const match = /^\s*(?:fail|cancelled) (\d+)\s*$/.exec(text);
	if (match !== null && Number(match[1]) > 0) report.claim("node:test", { failed: 1 });
}
const RESULT = /^ *\d+\/\d+ Test +#\d+: (.*?) \.{3,}(?: +(Passed)\b|[^*.]*\*\*\*(.*)).*$/;
const UNFINISHED = /^ *\d+\/\d+ Test +#\d+: .* \.{3,}$/;
const SUMMARY$1 = /^\d+% tests passed, (\d+) tests? failed out of (\d+)/;
function parseCtest(text) {
	return /^\s*</.test(text) ? parseJunitXml(text) : parseCtestText(text);
}
function parseCtestText(text) {
	const report = reportBuilder();
	let ran = 0;
	let failed = 0;
	let unfinished = "";
	let summary;
	for (const raw of text.split("\n")) {
		let line = raw.replace(/\r$/, "");
		if (unfinished !== "" && /^(\*\*\*| +Passed\b)/.test(line)) line = `${unfinished}${line}`;
		if (line !== "") unfinished = UNFINISHED.test(line) ? line : "";
		const test = RESULT.exec(line);
		if (test !== null) {
			const disabled = (test[3] || "").startsWith("Not Run (Disabled)");
			const outcome = outcomeOf$3(test[2], test[3] || "");
			report.add((test[1] || "").trim(), outcome);
			if (!disabled) ran += 1;
			if (outcome === "failed") failed += 1;
		}
		const end = SUMMARY$1.exec(line);
		if (end !== null) summary = {
			failed: Number(end[1]),
			total: Number(end[2])
		};
	}
	if (summary === void 0) report.problem("truncated", "report", "there is no summary");
	else {
		const listed = {
			passed: 0,
			failed,
			skipped: 0,
			total: ran
		};
		report.claim("report", summary, {
			listed,
			exact: true
		});
	}
	return report.build();
}
function outcomeOf$3(passed, failure) {
	if (passed !== void 0) return "passed";
	return /^(Skipped|Not Run \(Disabled\))/.test(failure) ? "skipped" : "failed";
}
const OUTCOMES$2 = {
	pass: "passed",
	fail: "failed",
	skip: "skipped"
};
function parseGoTestJson(text) {
	const report = reportBuilder();
	const run = {
		packages: new Map(),
		broken: new Map(),
		named: new Set(),
		foreign: 0
	};
	for (const line of text.split("\n")) {
		if (line.trim() === "") continue;
		const event = line.startsWith("{") ? readJson(line) : void 0;
		if (isObject(event) && textOf(event, "Action") !== "") apply(run, event);
		else run.foreign += 1;
	}
	if (run.foreign > 0) report.problem("unreadable", "report", `${run.foreign} lines are no events`);
	if (run.packages.size + run.broken.size === 0) report.problem("truncated", "report", "it names no package");
	for (const [name, state] of run.packages) addPackage(report, name, state);
	for (const [path, hint] of run.broken) if (!run.named.has(path)) report.problem("crashed", path, hint || "it does not compile");
	return report.build();
}
function apply(run, event) {
	const action = textOf(event, "Action");
	const name = textOf(event, "Package");
	if (name === "") {
		const path = textOf(event, "ImportPath");
		if (action === "build-fail") run.broken.set(path, run.broken.get(path) || "");
		return;
	}
	if (textOf(event, "FailedBuild") !== "") run.named.add(textOf(event, "FailedBuild"));
	const state = stateOf(run.packages, name);
	const test = textOf(event, "Test");
	const outcome = OUTCOMES$2[action];
	const output = textOf(event, "Output");
	if (test !== "") {
		if (action === "run") state.tests.set(test, void 0);
		else if (outcome !== void 0) state.tests.set(test, outcome);
		else if (output !== "") readOutput(state, test, output);
		return;
	}
	if (action === "start") state.ended = void 0;
	if (outcome !== void 0) state.ended = outcome;
	if (/^(panic: |FAIL\t.*\[|fatal error: |signal: |exit status )/.test(output)) state.hint = state.hint || firstLine(output);
}
function stateOf(packages, name) {
	const state = packages.get(name) || {
		ended: void 0,
		tests: new Map(),
		printed: new Map(),
		hint: ""
	};
	packages.set(name, state);
	return state;
}
function readOutput(state, test, output) {
	const line = `${state.printed.get(test) || ""}${output}`.slice(-1e4);
	state.printed.set(test, line.endsWith("\n") ? "" : line);
	const [, word = "", name] = /--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)\s*$/.exec(line) || [];
	if (name === test && state.tests.get(test) === void 0) state.tests.set(test, OUTCOMES$2[word.toLowerCase()]);
}
function addPackage(report, name, state) {
	let failed = false;
	for (const [test, ended] of state.tests) {
		const outcome = ended || (state.ended === "passed" ? "passed" : "failed");
		report.add(`${name}.${test}`, outcome);
		failed ||= outcome === "failed";
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
	claimCounts(report, root);
	return report.build();
}
function claimCounts(report, root) {
	const { numTotalTests: total, numFailedTests: failed, success } = root;
	const claimed = {
		...typeof total === "number" && { total },
		...typeof failed === "number" && { failed }
	};
	report.claim("report", claimed);
	if (typeof success === "boolean") report.verdict({ success });
}
function addFile(report, file) {
	const name = inTree(textOf(file, "name"));
	const cases = objectsOf(file, "assertionResults");
	for (const test of cases) {
		const title = textOf(test, "fullName") || textOf(test, "title");
		report.add(`${name} > ${title.trim()}`, outcomeOf$2(textOf(test, "status")));
	}
	const nothingFailed = cases.every((test) => textOf(test, "status") !== "failed");
	if (textOf(file, "status") === "failed" && nothingFailed) report.problem("crashed", name, firstLine(textOf(file, "message")) || "the file did not run");
}
function outcomeOf$2(status) {
	if (status === "passed" || status === "focused") return "passed";
	return status === "failed" ? "failed" : "skipped";
}
function inTree(path) {
	return path.replace(/^\/testbed\//, "");
}
const OUTCOMES$1 = [
	"passed",
	"failed",
	"skipped"
];
function parseJsonLines(text) {
	const report = reportBuilder();
	let tests = 0;
	let ended = false;
	for (const line of text.split("\n")) {
		if (line === "") continue;
		const value = readJson(line);
		if (!isObject(value)) {
			report.problem("unreadable", "report", firstLine(line));
			continue;
		}
		const outcome = OUTCOMES$1.find((one) => one === value["outcome"]);
		const { crashed, end } = value;
		if (outcome !== void 0) {
			report.add(textOf(value, "name"), outcome);
			tests += 1;
		} else if (typeof crashed === "string") report.problem("crashed", crashed, firstLine(textOf(value, "detail")));
		else if (isObject(end)) {
			ended = true;
			const listed = {
				passed: 0,
				failed: 0,
				skipped: 0,
				total: tests
			};
			if (typeof end["total"] === "number") report.claim("report", { total: end["total"] }, {
				listed,
				exact: true
			});
			if (typeof end["success"] === "boolean") report.verdict({ success: end["success"] });
		}
	}
	if (!ended) report.problem("truncated", "report", "the runner did not come to its end");
	return report.build();
}
const CASE = /(?:^|^.*?[^\s])test (\S.*?) \.\.\. (.*)$/;
const OUTCOME = /^(?:.*?)(ok|FAILED|ignored(?:, .*)?|bench: .*)(?: <\d+\.\d+s>)?$/;
const SUMMARY = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured;/;
function parseLibtest(text) {
	const report = reportBuilder();
	const binaries = [];
	const seen = new Map();
	const broken = new Set();
	let header = "tests";
	let failedTargets = 0;
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\r$/, "");
		if (line.length > 2e4) continue;
		header = headerOf(line) || header;
		const begin = /^running (\d+) tests?$/.exec(line);
		if (begin !== null) binaries.push(newBinary(header, Number(begin[1]), seen));
		const crate = /^error: could not compile `([^`]+)`/.exec(line);
		if (crate !== null) broken.add(crate[1] || "");
		const targets = /^error: (\d+) targets? failed:$/.exec(line);
		if (targets !== null) failedTargets += Number(targets[1]);
		const binary = binaries[binaries.length - 1];
		if (binary !== void 0 && binary.summary === void 0) readLine(binary, line);
	}
	for (const crate of broken) report.problem("crashed", crate, "it does not compile");
	if (binaries.length === 0 && broken.size === 0) report.problem("truncated", "report", "no test binary ran");
	for (const binary of binaries) addBinary(report, binary);
	const listed = {
		passed: 0,
		failed: binaries.filter(({ summary }) => summary === void 0 || summary.failed > 0).length,
		skipped: 0,
		total: 0
	};
	report.claim("cargo", { failed: failedTargets }, { listed });
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
		failures: new Set(),
		inDetails: false,
		summary: void 0
	};
}
function readLine(binary, line) {
	const end = SUMMARY.exec(line);
	if (end !== null) {
		const [passed = 0, failed = 0, skipped = 0, measured = 0] = end.slice(1).map(Number);
		binary.summary = {
			passed: passed + measured,
			failed,
			skipped
		};
	} else if (line === "failures:") binary.inDetails = true;
	else if (binary.inDetails) {
		const name = /^ {4}(\S.*)$/.exec(line)?.[1];
		if (name !== void 0) binary.failures.add(name);
	} else {
		const [, name = "", rest = ""] = CASE.exec(line) ?? [];
		if (name === "") return;
		const plain = name.replace(/ - (?:should panic|compile|compile fail)$/, "");
		binary.named.push({
			name: plain,
			outcome: outcomeOf$1(OUTCOME.exec(rest)?.[1])
		});
	}
}
function outcomeOf$1(word) {
	if (word === void 0) return void 0;
	if (word === "FAILED") return "failed";
	return word.startsWith("ignored") ? "skipped" : "passed";
}
function addBinary(report, binary) {
	const { unit, named, failures, summary } = binary;
	const counts = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	for (const { name, outcome: read } of named) {
		const outcome = failures.has(name) ? "failed" : read ?? "passed";
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
	const stats = isObject(root["stats"]) ? root["stats"] : {};
	if (typeof stats["failures"] === "number") report.claim("report", { failed: stats["failures"] });
	if (typeof stats["tests"] === "number") {
		const listed = {
			...countsOf([]),
			total: tests.length
		};
		report.claim("report", { total: stats["tests"] }, {
			listed,
			exact: true
		});
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
const GLUED_POINT = /((?:not )?ok) (\d+)\b *(?:- *)?(.*)$/;
const GLUED_PLAN = /1\.\.(\d+)\s*$/;
function withoutNoise(document) {
	const { points, others } = document;
	const top = points.filter(({ depth }) => depth === 0);
	const planned = document.planned ?? gluedPlan(document, top.length);
	if (planned === void 0) return document;
	if (planned === top.length && top.every(({ id }, at) => id === at + 1)) return {
		...document,
		planned
	};
	const own = new Set(top.map(({ id }) => id));
	const glued = others.flatMap((line) => {
		const point = gluedPoint(line);
		return point === void 0 || own.has(point.id) ? [] : [{
			at: line.at,
			point
		}];
	});
	const numbered = [];
	let expected = 1;
	const take = (point) => {
		if (point.depth === 0 && point.id !== expected) return;
		numbered.push(point);
		if (point.depth === 0) expected += 1;
	};
	let next = 0;
	const takeGlued = (place) => {
		for (let one = glued[next]; one?.at === place; one = glued[next]) {
			take(one.point);
			next += 1;
		}
	};
	for (const [at, point] of points.entries()) {
		takeGlued(at);
		take(point);
	}
	takeGlued(points.length);
	return {
		...document,
		planned,
		points: expected === planned + 1 ? numbered : points
	};
}
function gluedPlan({ others }, points) {
	return others.map(({ line }) => GLUED_PLAN.exec(line)?.[1]).includes(String(points)) ? points : void 0;
}
function gluedPoint({ line, title }) {
	const [, word, number, rest = ""] = GLUED_POINT.exec(line) ?? [];
	if (word === void 0) return void 0;
	const directive = /(?:^|\s)#\s*(skip|todo|time)\b/i.exec(rest);
	const isSkipped = directive !== null && directive[1]?.toLowerCase() !== "time";
	const name = rest.slice(0, directive?.index).trim() || `test ${number}`;
	return {
		depth: 0,
		id: Number(number),
		titles: title === "" ? [name] : [title, name],
		outcome: isSkipped ? "skipped" : word === "ok" ? "passed" : "failed"
	};
}
var no_diagnostics_default = {
	parse: (text) => text,
	stringify: () => ""
};
var FinalPlan = class {
	start = null;
	end = null;
	skipAll;
	skipReason;
	comment;
	constructor(skipAll, self) {
		if (self.planStart >= 0) this.start = self.planStart;
		if (self.planEnd >= 0) this.end = self.planEnd;
		this.skipAll = skipAll;
		this.skipReason = skipAll ? self.planComment : "";
		this.comment = self.planComment || "";
	}
};
var FinalResults = class {
	ok;
	count;
	pass;
	fail;
	bailout;
	todo;
	skip;
	failures;
	time;
	passes;
	plan;
	skips;
	todos;
	constructor(skipAll, parser) {
		this.ok = parser.ok;
		this.count = parser.count;
		this.pass = parser.pass;
		this.fail = parser.fail || 0;
		this.bailout = parser.bailedOut || false;
		this.todo = parser.todo || 0;
		this.skip = skipAll ? parser.count : parser.skip || 0;
		this.plan = new FinalPlan(skipAll, parser);
		this.failures = parser.failures;
		this.passes = parser.passes || void 0;
		this.time = parser.time;
		this.skips = parser.skips;
		this.todos = parser.todos;
	}
};
const lineTypes = {
	testPoint: /^(not )?ok(?: ([0-9]+))?(?:(?: -)?( .*?))?(\{?)\n$/,
	pragma: /^pragma ([+-])([a-zA-Z0-9_-]+)\n$/,
	bailout: /^bail out!(.*)\n$/i,
	version: /^TAP version ([0-9]+)\n$/i,
	childVersion: /^(    )+TAP version ([0-9]+)\n$/i,
	plan: /^([0-9]+)\.\.([0-9]+)(?:\s+(?:#\s*(.*)))?\n$/,
	subtest: /^# Subtest(?:: (.*))?\n$/,
	subtestIndent: /^    # Subtest(?:: (.*))?\n$/,
	comment: /^\s*#.*\n$/
};
const lineType = (line) => {
	for (const [t, pattern] of Object.entries(lineTypes)) {
		const match = line.match(pattern);
		if (match) return [t, match];
	}
	return null;
};
const OPEN_BRACE_EOL = /\{\s*$/;
const SPACE_OPEN_BRACE_EOL = / \{$/;
const parseDirective = (line) => {
	if (!line.trim()) return false;
	line = line.replace(OPEN_BRACE_EOL, "").trim().replace(/^duration_ms ([0-9.]+)$/, "time=$1ms");
	const time = line.match(/^time=((?:[1-9][0-9]*|0)(?:\.[0-9]+)?)(ms|s)$/i);
	const t = time?.[1];
	const s = time?.[2];
	if (typeof t === "string") {
		let n = +t;
		if (s === "s") {
			n *= 1e6;
			n = Math.round(n);
			n /= 1e3;
		}
		return ["time", n];
	}
	const ts = line.match(/^(todo|skip)(?:\S*)\b(.*)$/i);
	const type = ts?.[1]?.toLowerCase();
	const msg = ts?.[2]?.trim();
	if (!type) return false;
	return [type, msg || true];
};
var Plan = class {
	start;
	end;
	comment;
	constructor(start, end, comment = "") {
		this.start = start;
		this.end = end;
		this.comment = comment;
	}
};
var Result = class {
	ok;
	name = "";
	id = 0;
	buffered = false;
	tapError = null;
	skip = false;
	todo = false;
	previous = null;
	plan = null;
	diag = null;
	time = null;
	fullname = "";
	closingTestPoint = false;
	constructor(parsed, parser) {
		const ok = !parsed[1];
		const id = +(parsed[2] || 0);
		let buffered = parsed[4];
		this.ok = ok;
		if (parsed[2]) this.id = id;
		let rest = parsed[3] || "";
		let name;
		rest = rest.replace(/(\\\\)/g, "\n");
		const [h, ...r] = rest.split(/(?<=\s|^)(?<!\\)#/g);
		name = (h || "").replace(/\\#/g, "#").replace(/\n/g, "\\");
		rest = r.join("#").replace(/\\#/g, "#").replace(/\n/g, "\\");
		const dir = parseDirective(rest.trim());
		if (!dir) name += (rest ? "#" + rest : "") + buffered;
		else {
			const dirKey = dir[0];
			const dirValue = dir[1];
			if (dirKey === "todo" || dirKey === "skip") this[dirKey] = dirValue;
			else if (dirKey === "time") this.time = parseFloat(dirValue);
		}
		if (OPEN_BRACE_EOL.test(name)) {
			name = name.replace(OPEN_BRACE_EOL, "");
			buffered = "{";
		}
		if (buffered === "{") this.buffered = true;
		if (name) this.name = name.trim();
		const n = [];
		if (parser.fullname) n.push(parser.fullname);
		if (this.name) n.push(this.name);
		this.fullname = n.join(" > ").trim();
	}
};
var import_events_to_array = __toESM(__commonJSMin(((exports, module) => {
	const { EventEmitter } = __require("events");
	module.exports = eventsToArray;
	function eventsToArray(ee, ignore = [], map = (x) => x) {
		const array = [];
		const orig = ee.emit;
		ee.emit = function(...args) {
			if (!ignore.includes(args[0])) {
				args = args.map((arg, i, arr) => {
					if (arg instanceof EventEmitter) return eventsToArray(arg, ignore, map);
					return map(arg, i, arr);
				});
				array.push(args);
			}
			return orig.apply(this, args);
		};
		return array;
	}
}))(), 1);
const esc = (str) => str.replace(/\\/g, "\\\\").replace(/#/g, "\\#").trim();
const unesc = (str) => str.replace(/(\\\\)/g, "\0").replace(/\\#/g, "#").replace(/\u0000/g, "\\").trim();
const getId = () => {
	const id = () => id.current++;
	id.current = 1;
	return id;
};
const parse = (str, options) => {
	const { flat = false } = options;
	const ignore = [
		"line",
		"pass",
		"fail",
		"todo",
		"skip",
		"result"
	];
	if (flat) ignore.push("assert", "child", "plan", "complete");
	const parser = new Parser(options);
	const events = (0, import_events_to_array.default)(parser, ignore);
	if (flat) {
		const id = getId();
		parser.on("result", (res) => {
			res.name = res.fullname;
			res.id = id();
			events.push(["assert", res]);
		});
		parser.on("complete", (res) => {
			if (!res.bailout) events.push(["plan", {
				end: id.current - 1,
				start: 1
			}]);
			events.push(["complete", res]);
		});
	}
	parser.end(str);
	return events;
};
const stringify = (msg, { flat = false, indent = "", id = getId() }) => {
	const ind = flat ? "" : indent;
	return ind + msg.map((item) => {
		switch (item[0]) {
			case "child":
				const comment = item[1][0];
				const child = item[1].slice(1);
				return Parser.stringify([comment], {
					flat,
					indent: "",
					id
				}) + Parser.stringify(child, {
					flat,
					indent: "    ",
					id
				});
			case "version": return "TAP version " + item[1] + "\n";
			case "plan":
				if (flat) {
					if (indent !== "") return "";
					item[1].start = 1;
					item[1].end = id.current - 1;
				}
				return item[1].start + ".." + item[1].end + (item[1].comment ? " # " + esc(item[1].comment) : "") + "\n";
			case "pragma": return "pragma " + (item[2] ? "+" : "-") + item[1] + "\n";
			case "bailout": return "Bail out!" + (item[1] ? " " + esc(item[1]) : "") + "\n";
			case "assert":
				const res = item[1];
				if (flat) {
					res.id = id();
					res.name = res.fullname;
				}
				return (res.ok ? "" : "not ") + "ok" + (res.id ? " " + res.id : "") + (res.name ? " - " + esc(res.name).replace(SPACE_OPEN_BRACE_EOL, "") : "") + (res.skip ? " # SKIP" + (res.skip === true ? "" : " " + esc(res.skip)) : "") + (res.todo ? " # TODO" + (res.todo === true ? "" : " " + esc(res.todo)) : "") + (res.time ? " # time=" + res.time + "ms" : "") + "\n" + (res.diag ? "  ---\n  " + no_diagnostics_default.stringify(res.diag).split("\n").join("\n  ").trim() + "\n  ...\n" : "");
			case "extra":
			case "comment": return item[1];
		}
	}).join("").split("\n").join("\n" + ind).trim() + "\n";
};
var Parser = class Parser extends EventEmitter {
	#child = null;
	#current = null;
	#extraQueue = [];
	#maybeChild = null;
	#postPlan = false;
	#previousChild = null;
	#yamlish = "";
	#yind = "";
	#sawVersion = false;
	aborted = false;
	bail = false;
	bailedOut = false;
	#bailingOut = false;
	braceLevel = 0;
	buffer = "";
	buffered;
	#closingTestPoint = null;
	comments = [];
	count = 0;
	fail = 0;
	failures = [];
	skips = [];
	todos = [];
	level;
	name;
	ok = true;
	omitVersion;
	parent = null;
	pass = 0;
	passes;
	planComment = "";
	planEnd = -1;
	planStart = -1;
	pointsSeen = new Map();
	pragmas;
	preserveWhitespace;
	results = null;
	root;
	skip = 0;
	strict;
	syntheticBailout = false;
	syntheticPlan = false;
	time = null;
	todo = 0;
	get closingTestPoint() {
		return this.#closingTestPoint;
	}
	set closingTestPoint(res) {
		this.#closingTestPoint = res;
		if (res) res.closingTestPoint = true;
	}
	get readable() {
		return false;
	}
	get writable() {
		return true;
	}
	constructor(options, onComplete) {
		if (typeof options === "function") {
			onComplete = options;
			options = {};
		}
		options = options || {};
		super();
		if (onComplete) this.on("complete", onComplete);
		this.name = options.name || "";
		this.parent = options.parent || null;
		this.closingTestPoint = this.parent && options.closingTestPoint || null;
		this.root = options.parent ? options.parent.root : this;
		this.passes = options.passes ? [] : null;
		this.level = options.level || 0;
		this.bail = !!options.bail;
		this.omitVersion = !!options.omitVersion;
		this.buffered = !!options.buffered;
		this.preserveWhitespace = options.preserveWhitespace || false;
		this.strict = !!options.strict;
		this.pragmas = { strict: this.strict };
	}
	get fullname() {
		const n = [];
		const pn = (this.parent?.fullname ?? "").trim();
		const mn = (this.name || "").trim();
		if (pn) n.push(pn);
		if (mn) n.push(mn);
		return n.join(" > ");
	}
	tapError(error, line) {
		if (line) this.emit("line", line);
		this.ok = false;
		this.fail++;
		if (typeof error === "string") error = { tapError: error };
		this.failures.push(error);
	}
	parseTestPoint(testPoint, line) {
		if (!this.#child) this.emitResult();
		if (this.bailedOut) return;
		const resId = testPoint[2];
		const res = new Result(testPoint, this);
		if (resId && this.planStart !== -1) {
			const lessThanStart = res.id < this.planStart;
			const greaterThanEnd = res.id > this.planEnd;
			if (lessThanStart || greaterThanEnd) {
				if (lessThanStart) res.tapError = "id less than plan start";
				else res.tapError = "id greater than plan end";
				res.plan = new Plan(this.planStart, this.planEnd);
				this.tapError(res, line);
			}
		}
		if (resId && this.pointsSeen.has(res.id)) {
			res.tapError = "test point id " + resId + " appears multiple times";
			res.previous = this.pointsSeen.get(res.id) || null;
			this.tapError(res, line);
		} else if (resId) this.pointsSeen.set(res.id, res);
		if (this.#child) {
			if (!this.#child.closingTestPoint) this.#child.closingTestPoint = res;
			this.emitResult();
			if (this.bailedOut) return;
		}
		this.emit("line", line);
		if (!res.skip && !res.todo) this.ok = this.ok && res.ok;
		this.#current = res;
	}
	nonTap(data, didLine = false) {
		if (this.#bailingOut && /^( {4})*\}\n$/.test(data)) return;
		if (this.strict) {
			const err = {
				tapError: "Non-TAP data encountered in strict mode",
				data
			};
			this.tapError(err, data);
			if (this.parent) this.parent.tapError(err, data);
		}
		if (!didLine) data.split("\n").slice(0, -1).forEach((line) => {
			line += "\n";
			if (this.#current || this.#extraQueue.length) this.#extraQueue.push(["line", line]);
			else this.emit("line", line);
		});
		this.emitExtra(data);
	}
	emitExtra(data, fromChild = false) {
		if (this.parent) this.parent.emitExtra(data.replace(/\n$/, "").replace(/^/gm, "    ") + "\n", true);
		else if (!fromChild && (this.#current || this.#extraQueue.length)) this.#extraQueue.push(["extra", data]);
		else this.emit("extra", data);
	}
	plan(start, end, comment, line) {
		if (this.planStart !== -1) {
			this.nonTap(line);
			return;
		}
		if (this.#child || this.#yind) {
			this.nonTap(line);
			return;
		}
		this.emitResult();
		if (this.bailedOut) return;
		if (end < start && end !== 0 && start !== 1) {
			if (this.strict) this.tapError({
				tapError: "plan end cannot be less than plan start",
				plan: {
					start,
					end
				}
			}, line);
			else this.nonTap(line);
			return;
		}
		this.planStart = start;
		this.planEnd = end;
		const p = new Plan(start, end, comment);
		if (p.comment) this.planComment = p.comment = comment;
		if (this.count !== 0 || this.planEnd === 0) {
			const seen = new Set();
			for (const [id, res] of this.pointsSeen.entries()) {
				const tapError = id < start ? "id less than plan start" : id > end ? "id greater than plan end" : null;
				if (tapError) {
					seen.add(tapError);
					res.tapError = tapError;
					res.plan = new Plan(start, end);
					this.tapError(res, line);
				}
			}
			this.#postPlan = true;
		}
		this.emit("line", line);
		this.emit("plan", p);
	}
	resetYamlish() {
		this.#yind = "";
		this.#yamlish = "";
	}
	yamlGarbage() {
		const yamlGarbage = this.#yind + "---\n" + this.#yamlish;
		this.emitResult();
		if (this.bailedOut) return;
		this.nonTap(yamlGarbage, true);
	}
	yamlishLine(line) {
		if (line === this.#yind + "...\n") this.processYamlish();
		else this.#yamlish += line;
	}
	processYamlish() {
		if (!this.#current) throw new Error("called processYamlish without a current test point");
		const yamlish = this.#yamlish;
		this.resetYamlish();
		let diags;
		try {
			diags = no_diagnostics_default.parse(yamlish);
			if (!diags) return;
		} catch (er) {
			this.nonTap(this.#yind + "---\n" + yamlish + this.#yind + "...\n", true);
			return;
		}
		if (typeof diags.duration_ms === "number" && this.#current.time === null) {
			this.#current.time = diags.duration_ms;
			delete diags.duration_ms;
		}
		this.#current.diag = diags;
	}
	write(chunk, encoding, cb) {
		if (this.aborted) return false;
		if (typeof encoding === "string" && encoding !== "utf8" && typeof chunk === "string") chunk = Buffer.from(chunk, encoding);
		if (Buffer.isBuffer(chunk)) chunk = chunk.toString("utf8");
		if (typeof encoding === "function") {
			cb = encoding;
			encoding = void 0;
		}
		this.buffer += chunk;
		do {
			const match = this.buffer.match(/^.*\r?\n/);
			if (!match) break;
			this.buffer = this.buffer.substring(match[0].length);
			this.parse(match[0]);
		} while (this.buffer.length);
		if (cb) process.nextTick(cb);
		return true;
	}
	end(chunk, encoding, cb) {
		if (chunk && typeof chunk !== "function") {
			if (typeof encoding === "function") {
				cb = encoding;
				this.write(chunk);
			} else this.write(chunk, encoding);
		}
		if (this.buffer) this.write("\n");
		if (this.#yamlish) this.yamlGarbage();
		this.emitResult();
		if (this.syntheticBailout && this.level === 0) {
			this.syntheticBailout = false;
			const reason = this.bailedOut === true ? "" : " " + this.bailedOut;
			this.emit("line", "Bail out!" + reason + "\n");
		}
		let skipAll = false;
		if (this.planEnd === 0 && this.planStart === 1) {
			skipAll = true;
			if (this.count === 0) this.ok = true;
			else this.tapError("Plan of 1..0, but test points encountered", "");
		} else if (!this.bailedOut && this.planStart === -1) {
			if (this.count === 0 && !this.syntheticPlan) {
				this.syntheticPlan = true;
				if (this.buffered) {
					this.planStart = 1;
					this.planEnd = 0;
				} else {
					if (!this.#sawVersion) this.version(14, "TAP version 14\n");
					this.plan(1, 0, "no tests found", "1..0 # no tests found\n");
				}
				skipAll = true;
			} else this.tapError("no plan", "");
		} else if (this.ok && this.count !== this.planEnd - this.planStart + 1) this.tapError("incorrect number of tests", "");
		this.emitComplete(skipAll);
		if (cb) process.nextTick(cb);
		return this;
	}
	emitComplete(skipAll) {
		if (!this.results) {
			const res = this.results = new FinalResults(!!skipAll, this);
			if (!res.bailout) {
				if (res.plan.end !== res.count) this.emitComment("test count(" + res.count + ") != plan(" + res.plan.end + ")", false, true);
			}
			this.emit("complete", this.results);
			this.emit("finish");
			this.emit("close");
		}
	}
	version(version, line) {
		if (version >= 13 && this.planStart === -1 && this.count === 0 && !this.#current) {
			this.#sawVersion = true;
			this.emit("line", line);
			this.emit("version", version);
		} else this.nonTap(line);
	}
	pragma(key, value, line) {
		if (this.#child) {
			this.nonTap(line);
			return;
		}
		this.emitResult();
		if (this.bailedOut) return;
		if (key === "strict") this.strict = value;
		this.pragmas[key] = value;
		this.emit("line", line);
		this.emit("pragma", key, value);
	}
	bailout(reason, synthetic = false) {
		this.syntheticBailout = synthetic;
		if (this.#bailingOut) return;
		this.#bailingOut = reason || true;
		if (!synthetic) this.emitResult();
		else this.#current = null;
		this.bailedOut = this.#bailingOut;
		this.ok = false;
		if (!synthetic) {
			let line = "Bail out!";
			if (reason) line += " " + reason;
			this.emit("line", line + "\n");
		}
		this.emit("bailout", reason);
		if (this.parent) {
			this.end();
			this.parent.bailout(reason, true);
		}
	}
	clearExtraQueue() {
		for (const [ev, data] of this.#extraQueue) this.emit(ev, data);
		this.#extraQueue.length = 0;
	}
	endChild() {
		if (this.#child && (!this.#bailingOut || this.#child.count)) {
			this.#child.time = this.#child.closingTestPoint?.time || null;
			this.#previousChild = this.#child;
			this.#child.end();
			this.#child = null;
		}
	}
	emitResult() {
		if (this.bailedOut) return;
		this.endChild();
		this.resetYamlish();
		if (!this.#current) return this.clearExtraQueue();
		const res = this.#current;
		this.#current = null;
		this.count++;
		const { skip, todo } = res;
		if (skip) this.skips.push({
			...res,
			skip
		});
		if (todo) this.todos.push({
			...res,
			todo
		});
		if (res.ok) {
			this.pass++;
			if (!skip && !todo && this.passes) this.passes.push(res);
		} else {
			this.fail++;
			if (!res.todo && !res.skip) {
				this.ok = false;
				this.failures.push(res);
			}
		}
		if (res.skip) this.skip++;
		if (res.todo) this.todo++;
		this.emitAssert(res);
		if (this.bail && !res.ok && !res.todo && !res.skip && !this.#bailingOut) {
			this.#maybeChild = null;
			const ind = new Array(this.level + 1).join("    ");
			let p;
			for (p = this; p.parent; p = p.parent);
			const bailName = res.name ? " " + res.name : "";
			p.parse(ind + "Bail out!" + bailName + "\n");
		}
		this.clearExtraQueue();
	}
	startChild(line) {
		const maybeBuffered = this.#current && this.#current.buffered;
		const unindentStream = !maybeBuffered && this.#maybeChild;
		const indentStream = !maybeBuffered && !unindentStream && lineTypes.subtestIndent.test(line);
		if (!maybeBuffered) this.emitResult();
		if (this.bailedOut) return;
		this.#child = new Parser({
			bail: this.bail,
			parent: this,
			level: this.level + 1,
			buffered: maybeBuffered || void 0,
			closingTestPoint: maybeBuffered && this.#current || void 0,
			preserveWhitespace: this.preserveWhitespace,
			omitVersion: true,
			strict: this.strict
		});
		this.#child.on("complete", (results) => {
			if (!results.ok) this.ok = false;
		});
		this.#child.on("line", (l) => {
			if (l.trim() || this.preserveWhitespace) l = "    " + l;
			this.emit("line", l);
		});
		line = line.substring(4);
		let subtestComment;
		if (indentStream) {
			subtestComment = line;
			line = "";
		} else if (maybeBuffered && this.#current) subtestComment = "# Subtest: " + this.#current.name + "\n";
		else subtestComment = this.#maybeChild || "# Subtest\n";
		this.#maybeChild = null;
		this.#child.name = subtestComment.substring(11).trim();
		if (!this.#child.buffered) this.emit("line", subtestComment);
		this.emit("child", this.#child);
		this.#child.emitComment(subtestComment, true);
		if (line) this.#child.parse(line);
	}
	destroy(er) {
		this.abort("destroyed", er);
	}
	abort(message = "", extra) {
		if (this.#child) {
			const b = this.#child.buffered;
			this.#child.abort(message, extra);
			extra = null;
			if (b) this.write("\n}\n");
		}
		let dump = "";
		if (extra && Object.keys(extra).length) try {
			dump = no_diagnostics_default.stringify(extra).trimEnd();
		} catch (er) {}
		const y = dump ? "  ---\n  " + dump.split("\n").join("\n  ") + "\n  ...\n" : "\n";
		const n = (this.count || 0) + 1 + (this.#current ? 1 : 0);
		if (this.planEnd !== -1 && this.planEnd < n && this.parent) {
			this.aborted = true;
			return;
		}
		message = message.replace(/[\n\r\s\t]/g, " ");
		let point = "\nnot ok " + n + " - " + message + "\n" + y;
		if (this.planEnd === -1) point += "1.." + n + "\n";
		if (!this.#sawVersion) this.write("TAP version 14\n");
		this.write(point);
		this.aborted = true;
		this.end();
	}
	emitAssert(res) {
		this.emit("assert", res);
		const c = this.#child || this.#previousChild;
		if (c) {
			this.#previousChild = null;
			if (res.name === c.name && c.results && res.ok === c.results.ok && c.results.count && !res.todo && !res.skip) return;
		}
		this.root.emit("result", res);
		if (res.skip) this.root.emit("skip", res);
		else if (res.todo) this.root.emit("todo", res);
		else if (!res.ok) this.root.emit("fail", res);
		else this.root.emit("pass", res);
	}
	emitComment(line, skipLine = false, noDuplicate = false) {
		if (line.trim().charAt(0) !== "#") line = "# " + line;
		if (line.slice(-1) !== "\n") line += "\n";
		if (noDuplicate && this.comments.indexOf(line) !== -1) return;
		this.comments.push(line);
		const dir = parseDirective(line.replace(/^\s*#\s*/, "").trim());
		if (dir && dir[0] === "time" && typeof dir[1] === "number") this.time = dir[1];
		if (this.#current || this.#extraQueue.length) {
			this.#extraQueue.push(["line", line]);
			this.#extraQueue.push(["comment", line]);
		} else {
			if (!skipLine) this.emit("line", line);
			this.emit("comment", line);
		}
	}
	parse(line) {
		line = line.replace(/\r\n$/, "\n");
		if (line === "\n") {
			if (this.#child) line = "    " + line;
			else if (this.#yind) line = this.#yind + line;
		}
		if (this.#bailingOut) {
			if (!/^\s*}\n$/.test(line)) return;
			else if (!this.braceLevel || line.length < this.braceLevel) this.braceLevel = line.length;
			else return;
		}
		if (this.omitVersion && lineTypes.version.test(line) && !this.#yind) return;
		const indent = line.match(/^[ \t]*/);
		if (indent && indent[0]) {
			this.parseIndent(line, indent[0]);
			return;
		}
		if (this.#child && this.#child.buffered && line === "}\n") {
			this.endChild();
			this.emit("line", line);
			this.emitResult();
			return;
		}
		const validLine = this.preserveWhitespace || line.trim() || this.#yind;
		if (line === "\n") return validLine && this.emit("line", line);
		if (this.#current && line === "{\n" && this.#current.diag && !this.#current.buffered && !this.#child) {
			this.emit("line", line);
			this.#current.buffered = true;
			return;
		}
		const type = lineType(line);
		if (!type) {
			this.nonTap(line);
			return;
		}
		if (type[0] === "comment") {
			this.emitComment(line);
			return;
		}
		if (this.#yind) this.yamlGarbage();
		if (this.#maybeChild) {
			this.emitComment(this.#maybeChild);
			this.#maybeChild = null;
		}
		if (this.#postPlan) {
			this.nonTap(line);
			return;
		}
		if (type[0] === "bailout") {
			const msg = type[1]?.[1] || "";
			this.bailout(unesc(msg), false);
			return;
		}
		if (type[0] === "pragma") {
			const [_, posNeg, key] = type[1];
			this.pragma(String(key), posNeg === "+", line);
			return;
		}
		if (type[0] === "version") {
			const version = type[1];
			this.version(parseInt(String(version[1]), 10), line);
			return;
		}
		if (type[0] === "plan") {
			const plan = type[1];
			this.plan(+String(plan[1]), +String(plan[2]), unesc(plan[3] || "").trim(), line);
			return;
		}
		if (type[0] === "testPoint") {
			this.parseTestPoint(type[1], line);
			return;
		}
		if (type[0] === "subtest") this.#maybeChild = line;
		else throw new Error("Unhandled case: " + type[0]);
	}
	parseIndent(line, indent) {
		if (this.#child && line.substring(0, 4) === "    ") {
			line = line.substring(4);
			this.#child.write(line);
			return;
		}
		if (this.#yind) {
			if (line.indexOf(this.#yind) === 0) {
				this.emit("line", line);
				this.yamlishLine(line);
				return;
			} else this.yamlGarbage();
		}
		if (this.#current && !this.#yind && line === indent + "---\n") {
			this.#yind = indent;
			this.emit("line", line);
			return;
		}
		if (line.substring(0, 4) === "    ") {
			if (this.#maybeChild || this.#current && this.#current.buffered || lineTypes.subtestIndent.test(line)) {
				this.startChild(line);
				return;
			}
			const s = line.match(/( {4})+(.*\n)$/);
			if (s && s[2]?.charAt(0) !== " ") {
				const type = lineType(String(s[2]));
				if (type) {
					if (type[0] === "comment") {
						this.emit("line", line);
						this.emitComment(line);
					} else this.startChild(line);
					return;
				}
			}
		}
		if (lineTypes.comment.test(line)) {
			this.emitComment(line);
			return;
		}
		this.nonTap(line);
	}
	static parse(str, options = {}) {
		return parse(str, options);
	}
	static stringify(msg, options = {}) {
		return stringify(msg, options);
	}
};
function readTap(text, titledByComments) {
	const points = [];
	const comments = [];
	const others = [];
	let planned;
	let title = "";
	const listen = (parser, above) => {
		parser.on("child", (child) => listen(child, [...above, child.name]));
		parser.on("assert", (result) => {
			const titles = [title, ...above].filter((one) => one !== "");
			points.push({
				...pointOf(result, titles),
				depth: above.length
			});
		});
	};
	const parser = new Parser();
	listen(parser, []);
	parser.on("plan", ({ start, end }) => {
		if (parser.syntheticPlan) return;
		planned = Math.max(0, end - start + 1);
	});
	parser.on("comment", (comment) => {
		const said = comment.replace(/^#/, "").trim();
		comments.push(said);
		if (titledByComments && !/^(skip\b|$)/i.test(said)) title = said;
	});
	parser.on("extra", (text) => {
		for (const line of text.split("\n")) others.push({
			line,
			at: points.length,
			title
		});
	});
	const bail = /^Bail out!(.*)$/m.exec(text);
	parser.end(bail === null ? text : text.replace(/^Bail out!.*$/gm, "#"));
	const bailed = bail === null ? void 0 : (bail[1] || "").trim() || "without a reason";
	return {
		points,
		planned,
		bailed,
		comments,
		others
	};
}
function pointOf({ ok, name, id, skip, todo }, above) {
	const outcome = skip !== false || todo !== false ? "skipped" : ok ? "passed" : "failed";
	return {
		id,
		titles: [...above, name || `test ${id}`],
		outcome
	};
}
function parseTap(text) {
	return parseTapLines(text, false);
}
function parseTapLines(text, titledByComments) {
	const report = reportBuilder();
	const { points, planned, bailed, comments } = withoutNoise(readTap(text, titledByComments));
	addLeaves(report, points);
	const listed = points.filter(({ depth }) => depth === 0).length;
	const hasFailed = points.some(({ outcome }) => outcome === "failed");
	if (bailed !== void 0 && !(hasFailed && planned === listed)) report.problem("crashed", "suite", `it bailed out: ${bailed}`);
	else if (planned === void 0) report.problem("truncated", "report", "there is no plan");
	else if (planned > listed) {
		const detail = `${planned} points are planned, ${listed} are there`;
		report.problem("truncated", "report", detail);
	} else report.claim("plan", { total: planned }, {
		listed: {
			...countsOf([]),
			total: listed
		},
		exact: true
	});
	if (comments.some((comment) => /^(fail|cancelled)\s+[1-9]\d*$/.test(comment))) report.claim("summary", { failed: 1 });
	return report.build();
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
	for (const { depth, titles, outcome } of points) {
		const children = at(depth);
		const silent = outcome === "failed" && !children.failed;
		if (!children.any || silent) report.add(titles.join(" > "), outcome);
		for (let above = 0; above < depth; above += 1) {
			const parent = at(above);
			parent.any = true;
			parent.failed ||= outcome === "failed";
		}
		below.splice(depth);
	}
}
function parseTape(text) {
	return parseTapLines(text, true);
}
const QUANTITIES = [
	["other", /^(?:asserts?|assertions?|filtered|ticks?|suites?)$/],
	["checks", /^checks?$/],
	["failed", /^(?:fail|fails|failed|failures?|errors?|exceptions?|aborted|broken|crashed|malformed)$/],
	["skipped", /^(?:skip|skips|skipped|ignored|disabled)$/],
	["passed", /^(?:pass|passes|passed|ok|succeeded|successful|successes|success)$/],
	["total", /^(?:tests?|cases?|testcases?|total|run|ran|executed)$/]
];
const FILLERS = /^(?:a|all|and|are|completed|conducted|detected|done|finished|for|from|in|is|master|module|no|of|on|out|performed|results?|running|selected|summary|the|there|time|unit|was|were|with)$/;
const SUCCESS = /^(?:(?:all )?(?:unit )?(?:tests? |test cases )?(?:ok|passed|succeeded|successful|success)|no errors detected)$/;
const ONE_TEST = /\b(?:test|case)\s+#?\d/;
const DURATIONS = /\d+(?:\.\d+)? ?(?:[mu]?s|secs?|seconds?)\b/g;
const PROGRAM = /^\s*\[\w+\] /;
const QUOTED = /"[^"]*"|'[^']*'/g;
const ROW = /^\s*tests\s+(\d+)\s+\d+\s+(\d+)\s+(\d+)\s+(\d+)\s*$/;
const TOKENS = /\d+(?:\.\d+)?%?|[a-z][\w]*|[:=/]|[,;|()[\]!-]/g;
function readSummaryLine(line) {
	if (line.length > 300) return void 0;
	const text = line.toLowerCase();
	const row = ROW.exec(text)?.slice(1).map(Number);
	if (row !== void 0) {
		const [total = 0, passed = 0, failed = 0, skipped = 0] = row;
		return {
			total,
			passed,
			failed,
			skipped
		};
	}
	if (ONE_TEST.test(text)) return void 0;
	const tokens = (text.replace(PROGRAM, "").replace(QUOTED, " ").replace(DURATIONS, " ").match(TOKENS) ?? []).filter((token) => !/^\d.*[.%]/.test(token));
	const isKnown = (word) => FILLERS.test(word) || quantityOf([word]) !== void 0;
	if (!tokens.filter(isWord).every(isKnown)) return void 0;
	const facts = {};
	for (const { number, of, quantity } of numbersOf(tokens)) {
		if (quantity === void 0) return void 0;
		if (of !== void 0) facts["total"] ??= of;
		if (quantity === "failed") facts["failed"] = Number(facts["failed"] ?? 0) + number;
		else facts[quantity] ??= number;
	}
	if ("other" in facts && facts["total"] === void 0) return void 0;
	if (phrasesOf(tokens).some((phrase) => SUCCESS.test(phrase))) facts["isSuccess"] = true;
	delete facts["other"];
	return Object.keys(facts).length === 0 ? void 0 : facts;
}
function numbersOf(tokens) {
	const found = [];
	const isLabelFirst = isNumber(tokens.at(-1));
	let at = 0;
	let before = [];
	let label = [];
	while (at < tokens.length) {
		const token = tokens[at] ?? "";
		at += 1;
		if (isWord(token)) before.push(token);
		else if (isNumber(token)) {
			const next = wordsAt(tokens, at);
			const pair = tokens[at] === "/" ? at + 1 : next.words.at(-1) === "of" ? next.end : void 0;
			const isPair = pair !== void 0 && isNumber(tokens[pair]);
			const last = isPair ? wordsAt(tokens, pair + 1) : next;
			const isOwn = isPair || !isLabelFirst || quantityOf(before) === void 0;
			const after = isPair ? [...next.words, ...last.words] : isOwn ? next.words : [];
			found.push({
				number: Number(token),
				of: isPair ? Number(tokens[pair]) : void 0,
				quantity: bestQuantity([
					label,
					after,
					before
				])
			});
			if (isOwn) at = last.end;
			before = [];
			label = [];
		} else {
			label = token === ":" || token === "=" ? before : [];
			before = [];
		}
	}
	return found;
}
function wordsAt(tokens, start) {
	let end = start;
	while (isWord(tokens[end])) end += 1;
	return tokens[end] === ":" || tokens[end] === "=" ? {
		words: [],
		end: start
	} : {
		words: tokens.slice(start, end),
		end
	};
}
function bestQuantity(labels) {
	const all = labels.map(quantityOf).filter((quantity) => quantity !== void 0);
	return all.find((quantity) => quantity !== "total") ?? all[0];
}
function quantityOf(words) {
	return QUANTITIES.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}
function phrasesOf(tokens) {
	return tokens.map((token) => isWord(token) ? token : "|").join(" ").split("|").map((phrase) => phrase.trim());
}
function isWord(token) {
	return token !== void 0 && /^[a-z]/.test(token);
}
function isNumber(token) {
	return token !== void 0 && /^\d/.test(token);
}
const MOST = 1e5;
function summariesOf(lines) {
	const found = [];
	let known = {};
	let isApart = false;
	const close = () => {
		const summary = summaryOf(known);
		if (summary !== void 0) found.push(summary);
		known = {};
	};
	for (const line of lines) {
		if (!/[a-z0-9]/i.test(line)) continue;
		const facts = readSummaryLine(line);
		if (facts === void 0) {
			isApart = true;
			continue;
		}
		const isAgain = Object.keys(facts).some((name) => name in known);
		const waits = Object.keys(known).join() === "total";
		if (isAgain || isApart && !waits) close();
		known = {
			...known,
			...facts
		};
		isApart = false;
	}
	close();
	return found;
}
function summaryOf(facts) {
	const { passed, failed, skipped = 0 } = facts;
	if (passed === void 0 && failed === void 0 && facts.isSuccess === void 0) return void 0;
	const said = facts.total ?? facts.checks;
	if (said === void 0 && passed === void 0) return void 0;
	const ran = (said ?? (passed ?? 0) + (failed ?? 0) + skipped) - skipped;
	if (ran < 0 || ran > MOST) return void 0;
	const lost = Math.max(0, Math.min(failed ?? ran - (passed ?? ran), ran));
	const others = facts.total === void 0 ? 0 : ran - (passed ?? ran) - lost;
	return {
		passed: passed ?? ran - lost,
		failed: lost + Math.max(0, others),
		skipped
	};
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
	/^\[\s*(?<outcome>PASS(?:ED)?|FAIL(?:ED|URE)?|SKIP(?:PED)?|OK|SUCCESS|ERROR|pass(?:ed)?|fail(?:ed|ure)?|skip(?:ped)?|ok|success|error)\s*\]:?\s+(?<name>\S.*)$/,
	/^(?<name>\S.*?)(?:\s*\.{3,}\s*|:\s+|\s+\[\s*)(?<outcome>ok|OK|pass|PASS|passed|PASSED|fail|FAIL|failed|FAILED|skipped|SKIPPED)(?:\s*\])?$/
];
const NO_TEST = /^(checking |\d+ (?:tests?|failed|passed)\b|make(\[\d+\])?:|all tests\b|tests?$)/i;
function parseTestLines(text) {
	const lines = text.split("\n").map((line) => line.replace(/\u001b\[[\d;]*m/g, "").trimEnd()).filter((line) => line.length <= 2e4);
	const end = lines.map((line) => /^# status (\d+)$/.exec(line)?.[1]).findLast(Boolean);
	const status = end === void 0 ? void 0 : Number(end);
	const named = namedTests(lines);
	const counted = summariesOf(lines).flatMap(countedTests);
	const tests = counted.length > named.length ? counted : named;
	const report = reportBuilder();
	for (const { name, outcome } of tests) report.add(name, outcome);
	const failed = tests.some(({ outcome }) => outcome === "failed");
	if (status === void 0) report.problem("truncated", "report", "there is no status");
	else if (status !== 0 && !failed) report.problem("crashed", "suite", `it ended with status ${status}, but no test failed`);
	else if (tests.length === 0) report.problem("truncated", "report", "it names no test");
	return report.build();
}
function namedTests(lines) {
	const byKey = withoutDurations(lines.flatMap((line) => {
		const patterns = line.length > 2e3 ? LINES.slice(0, -1) : LINES;
		return testOf(line.trimStart(), patterns) ?? [];
	})).map((test) => [`${test.outcome} ${test.name}`, test]);
	return [...new Map(byKey).values()];
}
function countedTests(summary, program) {
	return [
		"passed",
		"failed",
		"skipped"
	].flatMap((outcome) => Array.from({ length: summary[outcome] }, (_, at) => ({
		name: `program ${program + 1}, ${outcome} ${at + 1}`,
		outcome
	})));
}
function testOf(line, patterns) {
	for (const pattern of patterns) {
		const groups = pattern.exec(line)?.groups;
		if (groups === void 0) continue;
		const name = (groups["name"] || "").replace(IN_BRACKETS, "").trim();
		const outcome = OUTCOMES[(groups["outcome"] || "").toLowerCase()];
		if (outcome === void 0 || name === "" || NO_TEST.test(name)) return void 0;
		return {
			name,
			outcome: /#\s*(skip|todo)\b/i.test(name) ? "skipped" : outcome
		};
	}
}
const IN_BRACKETS = /\s*\([\d.]+ ?(?:ms|s|sec|us|µs)\)$/;
const BARE = /\s+[\d.]+ ?(?:ms|s|sec|us|µs)$/;
function withoutDurations(tests) {
	const variants = new Map();
	const keyOf = ({ name, outcome }) => `${outcome} ${name.replace(BARE, "")}`;
	for (const test of tests.filter(({ name }) => BARE.test(name))) {
		const names = variants.get(keyOf(test)) ?? new Set();
		variants.set(keyOf(test), names.add(test.name));
	}
	return tests.map((test) => {
		return variants.get(keyOf(test))?.size === 1 ? {
			...test,
			name: test.name.replace(BARE, "")
		} : test;
	});
}
const HEAD = /^(\S+) \(([\w.<>]+)\)(?: \.\.\. .*)?$/;
const FIXTURE = /^(?:setUp|tearDown)(?:Class|Module)$/;
const DETAIL = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([\w.<>]+)\)/;
const END = /(ok|FAIL|ERROR|skipped (?:'.*'|".*")|expected failure|unexpected success)$/;
function parseUnittest(text) {
	const run = readRun(text);
	const report = reportBuilder();
	const named = run.tests.length;
	const last = run.summaries.at(-1);
	const sum = run.summaries.reduce((total, { ran }) => total + ran, 0);
	const ran = sum === named ? sum : last?.ran;
	const ok = last?.ok === true;
	for (const { id, outcome } of run.tests) {
		const unread = last?.ok === void 0 ? "failed" : "passed";
		report.add(id, run.failed.has(id) ? "failed" : outcome ?? unread);
	}
	for (const [place, name] of run.fixtures) report.problem("crashed", place, `${name} failed; its tests did not run`);
	if (last?.ok === void 0 || ran === void 0) {
		report.problem("truncated", "report", "there is no summary");
		return report.build();
	}
	if (named < ran) report.problem("inconsistent", "report", `${ran} tests ran, ${named} are named`);
	for (let number = named + 1; number <= ran; number += 1) report.add(`(unnamed ${number - named})`, ok ? "passed" : "failed");
	const { failed } = countsOf(report.build().tests);
	const listed = {
		passed: 0,
		skipped: 0,
		failed: Math.min(failed, 1),
		total: Math.max(named, ran)
	};
	report.claim("report", {
		total: ran,
		failed: ok ? 0 : 1
	}, {
		listed,
		exact: true
	});
	return report.build();
}
function readRun(text) {
	const run = {
		tests: [],
		failed: new Set(),
		fixtures: new Map(),
		summaries: []
	};
	let inDetails = false;
	for (const raw of text.split("\n")) {
		const line = raw.replace(/\r$/, "");
		if (/^={70}$/.test(line)) inDetails = true;
		const ran = /^Ran (\d+) tests? in /.exec(line);
		const summary = run.summaries.at(-1);
		if (ran !== null) run.summaries.push({
			ran: Number(ran[1]),
			ok: void 0
		});
		else if (summary !== void 0 && /^(OK|FAILED|NO TESTS RAN)\b/.test(line)) {
			summary.ok ??= !line.startsWith("FAILED");
			inDetails = false;
		} else if (inDetails) readHeading(run, line);
		else readTest(run, line);
	}
	return run;
}
function readHeading({ failed, fixtures }, line) {
	const [, name, place = ""] = DETAIL.exec(line) ?? [];
	if (name === void 0) return;
	if (FIXTURE.test(name)) fixtures.set(place, name);
	else failed.add(idOf(name, place));
}
function readTest({ tests, fixtures }, line) {
	const [, name, place = ""] = HEAD.exec(line) ?? [];
	const word = END.exec(line.slice(-2e4))?.[1];
	if (name !== void 0 && FIXTURE.test(name)) {
		if (word === "ERROR") fixtures.set(place, name);
		return;
	}
	let test = tests.at(-1);
	if (name !== void 0 && !(test?.id === idOf(name, place) && test.outcome === "failed")) {
		test = {
			id: idOf(name, place),
			outcome: void 0
		};
		tests.push(test);
	}
	if (test !== void 0 && word !== void 0 && test.outcome !== "failed") test.outcome = outcomeOf(word);
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
	let passed;
	for (const line of text.replace(/\x1b\[[\d;]*m/g, "").split("\n")) {
		const heading = FILE.exec(line)?.[1];
		if (heading !== void 0) file = heading;
		const suite = SUITE.exec(line);
		if (suite !== null) count += addSuite(report, file, suite);
		const sum = /^\s*(Total|Passed|Skipped):\s+(\d+)\s*$/.exec(line);
		if (sum?.[1] === "Total") total = Number(sum[2]);
		if (sum?.[1] === "Passed") passed = Number(sum[2]);
		if (sum?.[1] === "Skipped") skipped = Number(sum[2]);
	}
	for (let at = 1; at <= skipped; at += 1) report.add(`skipped test ${at}`, "skipped");
	if (total === void 0) report.problem("truncated", "report", "there is no total");
	else {
		const claimed = {
			total,
			...passed !== void 0 && {
				passed,
				failed: total - passed
			}
		};
		const listed = {
			...countsOf(report.build().tests),
			total: count
		};
		report.claim("report", claimed, {
			listed,
			exact: true
		});
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
	"json-lines": parseJsonLines,
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
		const own = format === MIXED ? formatOf(path) : format;
		return agreed(text === void 0 ? crashed(path, "it left no report") : isReportFormat(own) ? FORMATS[own](text) : crashed(path, "its name has no format"), paths.length === 1 ? Number(status) : statusOf(path, machine));
	});
	if (paths.length === 0) reports.push(crashed("suite", "it left no report"));
	const merged = mergeReports(reports);
	if (isSignal(Number(status), countsOf(merged.tests))) {
		machine.warn(`counter: a signal ended the test runner (status ${status})`);
		return 1;
	}
	const report = withoutExcluded(agreedSuite(merged, Number(status)), suite);
	for (const problem of report.problems) machine.warn(`tests: ${describeProblem(problem)}`);
	if (ids !== void 0 && ids !== "") machine.write(ids, idLines(report.tests));
	machine.print(countsLine(countsOf(report.tests)));
	return 0;
}
function statusOf(path, machine) {
	const text = machine.read(`${path}.status`)?.trim();
	return text !== void 0 && /^\d+$/.test(text) ? Number(text) : void 0;
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

/** Stands in every result; a result of another version is graded again. */
export const TOOL_VERSION = 'refbench/0.1.0';

/** The version of the tool, which every file of results names. */
export const TOOL_VERSION = 'refbench/0.1.0';

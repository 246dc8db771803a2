export { rebuild } from './rebuild.ts';
export { COMMON_TOOLS, type ToolKind, type ToolTable, toolKind } from './tool-kinds.ts';
export { type ToolUse, toolUse } from './tool-use.ts';

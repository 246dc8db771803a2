export {
  type ContentReference,
  type ExpandedOrigin,
  type ExpandedReference,
  expandReference,
} from './expand-reference.ts';
export { rebuild } from './rebuild.ts';
export { COMMON_TOOLS, type ToolKind, type ToolTable, toolKind } from './tool-kinds.ts';
export { type ToolUse, toolUse } from './tool-use.ts';

/** What a tool does, as far as repetition is concerned. */
export type ToolKind = 'read' | 'list' | 'search' | 'execute' | 'edit';

/** Tool names, in lower case, to what they do. */
export type ToolTable = Readonly<Record<string, ToolKind>>;

const NAMES: Readonly<Record<ToolKind, string>> = {
  read: `read read_file readfile view view_file viewfile open open_file file_read fs_read get_file_contents cat
    read_text_file read_many_files read_multiple_files notebookread read_notebook fetch_file show_file view_source
    scroll_up scroll_down goto load_file read_resource`,
  list: `ls list list_files list_dir list_directory listdir glob find_file find_files file_search find tree
    list_code_definition_names directory_tree list_directory_with_sizes search_files_by_name get_file_tree
    list_allowed_directories`,
  search: `grep grep_search search search_files search_file search_dir search_code codebase_search search_text rg
    ripgrep searchtext search_file_content semantic_search find_references find_symbol get_symbols_overview
    websearch web_search`,
  execute: `bash shell execute execute_command run run_command run_terminal_cmd run_shell_command exec exec_command
    terminal local_shell container.exec write_stdin bashoutput powershell cmd execute_bash run_in_terminal
    get_terminal_output python ipython execute_ipython_cell`,
  edit: `edit edit_file write write_file write_to_file multiedit multi_edit apply_patch apply_diff str_replace
    replace_in_file search_and_replace insert insert_content create create_file notebookedit notebook_edit patch
    replace update_file delete_file move_file edit_block fs_write save_file insert_edit_into_file
    replace_string_in_file editor_create undo_edit append`,
};

/** The tools of common coding agents and servers. A strategy's config may add to it or overrule it. */
export const COMMON_TOOLS: ToolTable = Object.fromEntries(
  (Object.entries(NAMES) as [ToolKind, string][]).flatMap(([kind, names]) =>
    names.split(/\s+/u).map((name) => [name, kind] as const),
  ),
);

/** What a tool of that name does; undefined when nobody knows. A server's prefix (`mcp__files__read_file`) is looked past. */
export function toolKind(name: string, table: ToolTable = COMMON_TOOLS): ToolKind | undefined {
  const lower = name.toLowerCase();
  if (Object.hasOwn(table, lower)) return table[lower];
  const bare = lower.slice(Math.max(lower.lastIndexOf('__') + 2, lower.lastIndexOf('.') + 1, lower.lastIndexOf('/') + 1));
  return bare !== lower && Object.hasOwn(table, bare) ? table[bare] : undefined;
}

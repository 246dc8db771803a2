/** What a tool does, as far as repetition is concerned. */
export type ToolKind = 'read' | 'list' | 'search' | 'execute' | 'edit';

/** Tool names, in lower case, to what they do. */
export type ToolTable = Readonly<Record<string, ToolKind>>;

const NAMES: Readonly<Record<ToolKind, string>> = {
  read: `read read_file readfile view view_file viewfile view_files open open_file open_entire_file file_read fs_read
    get_file_contents get_file_text_by_path cat read_text_file read_many_files read_multiple_files notebookread
    read_notebook read_notebook_cell fetch_file show_file view_source view_line_range view_code_item scroll_up scroll_down
    goto load_file read_resource read_mcp_resource lov_view get_file_content view_content_chunk`,
  list: `ls list list_files list_dir list_directory listdir glob glob_files glob_file_search find_file find_files
    find_files_by_glob find_path find_by_name file_search file_find_by_name find tree list_code_definition_names
    directory_tree list_directory_tree list_directory_with_sizes search_files_by_name get_file_tree
    list_allowed_directories lsrepo search_filesystem view_file_outline`,
  search: `grep grep_search grep_files grep_repo search search_files search_file search_dir search_code search_codebase
    search_repo search_project search_by_regex search_for_pattern search_in_files_by_text codebase_search codebase_retrieval
    search_text rg ripgrep searchtext search_file_content file_find_in_content semantic_search find_references
    find_referencing_symbols list_code_usages find_symbol get_symbols_overview test_search start_search
    get_more_search_results lov_search_files websearch web_search google_web_search`,
  execute: `bash shell shell_command shell_exec unified_exec execute execute_command execute_terminal_command
    execute_shell_command execute_pwsh run run_command run_commands run_terminal_cmd run_terminal_command run_shell_command
    run_bash exec exec_command terminal local_shell container.exec write_stdin bashoutput bash_output read_bash write_bash
    powershell read_powershell write_powershell pwsh cmd execute_bash run_in_terminal get_terminal_output command_status
    check_command_status launch_process read_process start_process interact_with_process read_process_output job_output
    shell_view python ipython execute_ipython_cell bash_code_execution code_execution`,
  edit: `edit edit_file write write_file write_to_file multiedit multi_edit apply_patch apply_diff str_replace
    replace_in_file search_and_replace search_replace insert insert_content create create_file create_text_file
    create_or_update_file push_files notebookedit notebook_edit edit_notebook edit_notebook_file patch replace
    replace_content replace_regex replace_lines replace_symbol_body replace_file_content replace_text_in_file
    multi_replace_file_content insert_at_line insert_after_symbol insert_before_symbol delete_lines update_file
    delete_file remove_files delete_path move_file move_path rename_file edit_block fs_write fs_append save_file
    insert_edit_into_file replace_string_in_file multi_replace_string_in_file edit_file_fast_apply propose_code
    file_write file_str_replace editor_create undo_edit append lov_write lov_line_replace`,
};

/** The tools of common coding agents and servers. A strategy's config may add to it or overrule it. */
export const COMMON_TOOLS: ToolTable = Object.fromEntries(
  (Object.entries(NAMES) as [ToolKind, string][]).flatMap(([kind, names]) =>
    names.split(/\s+/u).map((name) => [name, kind] as const),
  ),
);

/**
 * What a tool of that name does; undefined when nobody knows. `ReadFile`, `read-file` and `read_file` are one name, and a server's
 * prefix (`mcp__files__read_file`, `mcp_files_read_file`) is looked past.
 */
export function toolKind(name: string, table: ToolTable = COMMON_TOOLS): ToolKind | undefined {
  const lower = name.toLowerCase();
  const kind = kindIn(lower, table);
  if (kind !== undefined) return kind;
  const bare = lower.slice(Math.max(...['__', '.', '/', ':'].map((separator) => afterLast(lower, separator))));
  if (bare !== lower) return kindIn(bare, table);
  return lower.startsWith('mcp_') ? behindServer(lower, table) : undefined;
}

function afterLast(name: string, separator: string): number {
  const at = name.lastIndexOf(separator);
  return at < 0 ? 0 : at + separator.length;
}

/** The longest ending of a name that is a tool's. */
function behindServer(name: string, table: ToolTable): ToolKind | undefined {
  for (let at = name.indexOf('_'); at > 0; at = name.indexOf('_', at + 1)) {
    const kind = kindIn(name.slice(at + 1), table);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function kindIn(name: string, table: ToolTable): ToolKind | undefined {
  return Object.hasOwn(table, name) ? table[name] : joinedNames(table).get(joined(name));
}

const known = new WeakMap<ToolTable, ReadonlyMap<string, ToolKind>>();

function joinedNames(table: ToolTable): ReadonlyMap<string, ToolKind> {
  let names = known.get(table);
  if (names === undefined) {
    names = new Map(Object.entries(table).map(([name, kind]) => [joined(name), kind]));
    known.set(table, names);
  }
  return names;
}

function joined(name: string): string {
  return name.replace(/[-_ ]/gu, '');
}

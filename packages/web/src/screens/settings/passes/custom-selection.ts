import type { CustomSelection } from '@tenfold/core';

/** A condition set, or left out when nothing is said. */
export function withCondition<Name extends keyof CustomSelection>(
  custom: CustomSelection,
  name: Name,
  value: CustomSelection[Name] | undefined,
): CustomSelection {
  const { [name]: _, ...rest } = custom;
  const nothing = value === undefined || (Array.isArray(value) && value.length === 0);
  return nothing ? rest : { ...rest, [name]: value };
}

/** Words parted by commas or lines, each once. */
export function listOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,\n]/)
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ];
}

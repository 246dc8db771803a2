/** What is wrong in a file, field by field. */
export function FieldProblemList({ problems }: { problems: readonly { readonly field: string; readonly message: string }[] }) {
  return (
    <ul role="alert" className="grid gap-1 text-sm">
      {problems.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <code className="rounded bg-sunken px-1 font-mono text-xs">{field || 'file'}</code>{' '}
          <span className="text-critical">{message}</span>
        </li>
      ))}
    </ul>
  );
}

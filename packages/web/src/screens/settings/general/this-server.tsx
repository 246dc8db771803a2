import type { StartupValue } from '@tenfold/contract';
import { useStartup } from '../../../queries/settings.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Group } from '../row/group.tsx';
import { Row } from '../row/row.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';

/** How the server was started. None of it can be changed from here; each row says what decides it. */
export function ThisServer() {
  const { data: values = [], error, refetch } = useStartup();
  return (
    <Group
      title="This server"
      help="Decided when Tenfold is started: a flag before a variable of the environment before the configuration file. Restart it to change one."
    >
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {values.map((value) => (
        <Row
          key={value.key}
          id={settingAnchor(`startup-${value.key}`)}
          title={value.title}
          help={
            <>
              {value.description} <Deciders {...value} />
            </>
          }
          {...fixedBy(value)}
        >
          <span className="break-all font-mono text-sm sm:text-right">{value.value}</span>
        </Row>
      ))}
    </Group>
  );
}

function Deciders({ flag, variable }: StartupValue) {
  return (
    <span className="whitespace-nowrap">
      {flag !== null && (
        <>
          <code>{flag}</code> or{' '}
        </>
      )}
      <code>{variable}</code>
    </span>
  );
}

function fixedBy({ from, flag, variable }: StartupValue): { fixed?: string } {
  if (from === 'default') return {};
  return { fixed: from === 'file' ? 'the configuration file' : ((from === 'flag' ? flag : null) ?? variable) };
}

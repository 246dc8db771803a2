import { api, type StartupValue } from '@tenfold/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useMetricsSummary } from '../../../queries/metrics.ts';
import { useStartup } from '../../../queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { bytes } from '../../../ui/figures.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { saveJson } from '../../../ui/save-as.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { FileButton } from '../file-button.tsx';
import { Group } from '../row/group.tsx';
import { Row } from '../row/row.tsx';
import { SettingRows } from '../row/setting-row.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { ImportSettings } from './import-settings.tsx';

/** What is stored and for how long, and all settings as one file. */
export function DataSection() {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const { data: metrics } = useMetricsSummary(30);
  const download = () =>
    void call(api.settings.exportFile, {}).then((file) => saveJson(file, 'settings.tenfold.json'), toastProblem);
  return (
    <>
      <Group title="All settings">
        <Row
          id="setting-export"
          title="Export"
          help="Your settings, models, profiles (without their keys), presets and strategy settings in one file."
        >
          <Button icon={<Download />} label="Export settings" onClick={download} />
        </Row>
        <Row id="setting-import" title="Import" help="Shows what a file would change before anything is imported.">
          <FileButton label="Import settings" onText={(text, name) => setFile({ name, text })} />
        </Row>
      </Group>
      <Group title="Storage">
        <Row
          id="setting-storage"
          title="Space used"
          help="Conversations, condensations and checkpoints on this server. Messages are never deleted automatically."
        >
          <span className="font-medium text-sm tabular-nums">{metrics === undefined ? '…' : bytes(metrics.storageBytes)}</span>
        </Row>
        <SettingRows page="data" />
      </Group>
      <ThisServer />
      {file !== null && <ImportSettings name={file.name} text={file.text} onClose={() => setFile(null)} />}
    </>
  );
}

/** How the server was started. None of it can be changed from here; each row says what decides it. */
function ThisServer() {
  const { data: values = [], error, refetch } = useStartup();
  return (
    <Group
      title="This server"
      help="Set when Tenfold starts. A flag overrides an environment variable, which overrides the configuration file. Restart Tenfold to change them."
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

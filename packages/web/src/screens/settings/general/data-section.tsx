import { api } from '@tenfold/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useMetricsSummary } from '../../../queries/metrics.ts';
import { Button } from '../../../ui/button.tsx';
import { bytes } from '../../../ui/money.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { FileButton } from '../file-button.tsx';
import { Group } from '../row/group.tsx';
import { Row } from '../row/row.tsx';
import { SettingRows } from '../row/setting-row.tsx';
import { saveJson } from '../save-json.ts';
import { ImportSettings } from './import-settings.tsx';
import { ThisServer } from './this-server.tsx';

/** What is stored, for how long, and all settings as one file. */
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
          help="Settings, models you set, profiles without their keys, presets and what strategies are told, in one file."
        >
          <Button onClick={download}>
            <Download className="size-4" aria-hidden="true" />
            Export settings
          </Button>
        </Row>
        <Row id="setting-import" title="Import" help="Shows what a file would change before anything is taken over.">
          <FileButton label="Import settings" onText={(text, name) => setFile({ name, text })} />
        </Row>
      </Group>
      <Group title="Storage">
        <Row
          id="setting-storage"
          title="Space used"
          help="Conversations, condensations and checkpoints on this server. Messages are never dropped by themselves."
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

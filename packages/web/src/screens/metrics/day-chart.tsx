import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type Day, dayOfUtc } from './day-series.ts';
import type { Measure } from './measures.ts';

/** One measure from day to day. */
export function DayChart({ days, measure }: { days: readonly Day[]; measure: Measure }) {
  const data = days.map((day) => ({ day: dayOfUtc(day.day), value: measure.of(day) }));
  return (
    <ResponsiveContainer width="100%" height={180}>
      <BarChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} title={`${measure.name} by day`}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tick={{ fill: 'var(--color-ink-faint)', fontSize: 11 }}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={24}
        />
        <YAxis
          tickFormatter={measure.show}
          tick={{ fill: 'var(--color-ink-faint)', fontSize: 11 }}
          tickLine={false}
          axisLine={false}
          width={56}
          allowDecimals={measure.id !== 'failures'}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-sunken)' }}
          formatter={(value) => [measure.show(Number(value)), measure.name]}
          contentStyle={{
            background: 'var(--color-surface)',
            border: '1px solid var(--color-line)',
            borderRadius: 12,
            color: 'var(--color-ink)',
            fontSize: 12,
          }}
          itemStyle={{ color: 'var(--color-ink)' }}
        />
        <Bar dataKey="value" fill={measure.color} radius={[3, 3, 0, 0]} maxBarSize={28} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

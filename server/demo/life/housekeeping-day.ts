import { setHousekeeping } from '#subgraphs/checkout/index.ts';
import { requestTask, transitionTask } from '#subgraphs/tasks/index.ts';
import { type DemoHotel, must } from './hotel.ts';

type TaskStatus = Parameters<typeof transitionTask>[1]['status'];

/** A task, and the statuses it has been through. */
interface DemoTask {
  readonly taskType: 'cleaning' | 'maintenance' | 'inspection';
  readonly unit: readonly [unitType: string, place: number];
  readonly title: string;
  readonly note?: string;
  readonly checklist?: readonly string[];
  /** Hours from now. */
  readonly due: number;
  readonly through: readonly TaskStatus[];
}

const TASKS: readonly DemoTask[] = [
  {
    taskType: 'maintenance',
    unit: ['Lake View Double', 4],
    title: 'Shower drains slowly',
    note: 'The guest reported it at breakfast.',
    due: -3,
    through: [],
  },
  {
    taskType: 'maintenance',
    unit: ['Spruce Cabin', 9],
    title: 'Replace the sauna heater',
    note: 'The part arrives on Thursday. The cabin is closed until then.',
    due: 72,
    through: ['ASSIGNED'],
  },
  {
    taskType: 'inspection',
    unit: ['Garden Family Suite', 1],
    title: 'Check the crib and the high chair',
    checklist: ['Crib is clean', 'High chair has its belt', 'Sockets are covered'],
    due: 4,
    through: ['ASSIGNED', 'IN_PROGRESS'],
  },
  {
    taskType: 'cleaning',
    unit: ['Lake View Double', 1],
    title: 'Turn the room around before three',
    checklist: ['Beds', 'Bathroom', 'Balcony', 'Minibar'],
    due: 2,
    through: ['ASSIGNED', 'IN_PROGRESS'],
  },
  {
    taskType: 'maintenance',
    unit: ['Granary Loft', 0],
    title: 'Window handle is loose',
    due: -26,
    through: [],
  },
  {
    taskType: 'inspection',
    unit: ['The Boathouse', 0],
    title: 'Check the rowing boat',
    due: -20,
    through: ['ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'VERIFIED'],
  },
  {
    taskType: 'cleaning',
    unit: ['Wheel Room', 3],
    title: 'Wash the curtains',
    due: -1,
    through: ['ASSIGNED', 'IN_PROGRESS', 'COMPLETED'],
  },
  {
    taskType: 'maintenance',
    unit: ['Tent on a Platform', 5],
    title: 'Tighten the guy ropes',
    due: 30,
    through: [],
  },
];

const STATUSES = [
  { unit: ['Lake View Double', 1], status: 'dirty' },
  { unit: ['Lake View Double', 4], status: 'dirty' },
  { unit: ['Spruce Cabin', 1], status: 'dirty' },
  { unit: ['Lake View Double', 2], status: 'inspected' },
  { unit: ['Wheel Room', 0], status: 'inspected' },
  { unit: ['Tent on a Platform', 1], status: 'inspected' },
] as const;

/** Nights for which the broken cabin stays closed. */
const OUT_DAYS = 4;
const HOUR_MS = 3_600_000;

/** Sets units' housekeeping statuses, and creates tasks in every status. */
export async function housekeepingDay({ owner, units, today }: DemoHotel): Promise<void> {
  const unitOf = ([unitType, place]: readonly [string, number]) => {
    const unit = units.find((one) => one.unitType === unitType && one.place === place);
    if (!unit) throw new Error(`The demo hotel has no ${unitType} ${place}.`);
    return unit;
  };
  for (const { unit, status } of STATUSES)
    must(await setHousekeeping(owner(), { unitId: String(unitOf(unit).id), status }));
  must(
    await setHousekeeping(owner(), {
      unitId: String(unitOf(['Spruce Cabin', 9]).id),
      status: 'out_of_order',
      from: today,
      until: today.add({ days: OUT_DAYS }),
      reason: 'The sauna heater is broken.',
    }),
  );
  const now = owner().clock.now().getTime();
  for (const { taskType, unit, title, note, checklist = [], due, through } of TASKS) {
    const { id, propertyId } = unitOf(unit);
    const { task } = must(
      await requestTask(owner(), {
        taskType,
        propertyId: String(propertyId),
        unitId: String(id),
        title,
        description: note ?? null,
        checklist: checklist.map((text) => ({ text })),
        dueAt: new Date(now + due * HOUR_MS),
      }),
    );
    for (const status of through) must(await transitionTask(owner(), { id: String(task?.id), status }));
  }
}

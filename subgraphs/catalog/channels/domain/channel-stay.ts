/** A stay of a channel's reservation: one unit of a unit type. */
export interface ChannelSoldStay {
  readonly unitTypeId: number;
  /** Its name. */
  readonly title: string;
  readonly checkIn: Temporal.PlainDate;
  readonly checkOut: Temporal.PlainDate;
}

/** How many units of a unit type are sold on a night, `YYYY-MM-DD`. */
export interface SoldNight {
  readonly unitTypeId: number;
  readonly night: string;
  readonly units: number;
}

/** The nights of some stays, each once for each unit type. */
export function nightsOf(stays: readonly ChannelSoldStay[]): readonly SoldNight[] {
  const sold = new Map<string, SoldNight>();
  for (const { unitTypeId, checkIn, checkOut } of stays) {
    for (let day = checkIn; Temporal.PlainDate.compare(day, checkOut) < 0; day = day.add({ days: 1 })) {
      const night = day.toString();
      const key = `${unitTypeId} ${night}`;
      sold.set(key, { unitTypeId, night, units: (sold.get(key)?.units ?? 0) + 1 });
    }
  }
  return [...sold.values()];
}

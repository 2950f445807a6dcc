package io.tidemark.architecture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Which version a pom sets for which library, plugin or processor. */
final class ManagedVersions {
  private ManagedVersions() {}

  /** By {@code group:artifact}; properties are resolved. */
  static Map<String, String> read(Path pom)
      throws IOException, SAXException, ParserConfigurationException {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(pom.toFile())
            .getDocumentElement();
    var properties = new HashMap<String, String>();
    NodeList all = ((Element) project.getElementsByTagName("properties").item(0)).getChildNodes();
    for (int i = 0; i < all.getLength(); i++) {
      properties.put("${%s}".formatted(all.item(i).getNodeName()), all.item(i).getTextContent());
    }
    var versions = new HashMap<String, String>();
    for (String kind : new String[] {"dependency", "plugin", "path"}) {
      NodeList found = project.getElementsByTagName(kind);
      for (int i = 0; i < found.getLength(); i++) {
        var entry = (Element) found.item(i);
        String version = text(entry, "version");
        if (!version.isEmpty()) {
          versions.put(
              text(entry, "groupId") + ":" + text(entry, "artifactId"),
              properties.getOrDefault(version, version));
        }
      }
    }
    return versions;
  }

  private static String text(Element of, String name) {
    NodeList found = of.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent();
  }
}
